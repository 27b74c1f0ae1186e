// Plain C++ of three algorithms on rectangles, one byte a cell: what the kernels are measured
// against. Usage: reference backtracker|prim|breadth-first SIZE RUNS; prints the time that passes in
// a run and that of the processor, medians in nanoseconds for each cell that it visits.
//
// A byte of a grid: bits 0 to 3 are the open passages (up, right, down, left), bits 4 and 5 the
// direction back to the cell before, bit 6 marks cells of the maze, bit 7 the rim around it.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

using Byte = std::uint8_t;
using Word = std::uint64_t;
using Index = std::int64_t;

constexpr Byte FRONTIER = 32, IN_MAZE = 64, RIM = 128, UNSEEN = 255;

struct Random {
    Word state;
    Word next() {  // xorshift64, G. Marsaglia, 2003
        state ^= state << 13;
        state ^= state >> 7;
        return state ^= state << 17;
    }
};

struct Choice {  // the slot for each set of slots and each number below 12, a multiple of 1 to 4
    Byte slot[16 * 12] = {};
    Choice() {
        for (int set = 1; set < 16; ++set) {
            int slots[4], count = 0;
            for (int one = 0; one < 4; ++one)
                if (set >> one & 1) slots[count++] = one;
            for (int number = 0; number < 12; ++number) slot[set * 12 + number] = slots[number % count];
        }
    }
} const CHOICE;

struct Grid {
    Index size, width;
    Index step[4];
    std::vector<Byte> cells;

    explicit Grid(Index size)
        : size(size), width(size + 2), step{-width, 1, width, -1}, cells(width * width) {
        std::fill_n(cells.begin(), width, RIM);
        std::fill_n(cells.end() - width, width, RIM);
        for (Index row = 0; row < width; ++row) cells[row * width] = cells[row * width + size + 1] = RIM;
    }
    Index first() const { return width + 1; }
    Index last() const { return size * width + size; }
};

void backtracker(Grid& grid, Random random) {
    Byte* cells = grid.cells.data();
    const Index* step = grid.step;
    const Index start = grid.first();
    Index cell = start;
    cells[cell] |= IN_MAZE;
    for (;;) {
        int fresh = 0;
        for (int slot = 0; slot < 4; ++slot) fresh |= (cells[cell + step[slot]] < IN_MAZE) << slot;
        if (fresh) {
            int number = 0;
            if (fresh & (fresh - 1)) number = (random.next() >> 32) * 12 >> 32;
            const int slot = CHOICE.slot[fresh * 12 + number], back = slot ^ 2;
            cells[cell] |= 1 << slot;
            cell += step[slot];
            cells[cell] = IN_MAZE | 1 << back | back << 4;
        } else if (cell == start) {
            return;
        } else {
            cell += step[cells[cell] >> 4 & 3];
        }
    }
}

void prim(Grid& grid, Random random) {
    Byte* cells = grid.cells.data();
    const Index* step = grid.step;
    std::int32_t* frontier = static_cast<std::int32_t*>(std::malloc(4 * grid.size * grid.size));
    Index length = 0;
    auto enter = [&](Index cell) {
        cells[cell] = FRONTIER;
        frontier[length++] = static_cast<std::int32_t>(cell);
    };
    cells[grid.first()] = IN_MAZE;
    for (int slot = 0; slot < 4; ++slot)
        if (cells[grid.first() + step[slot]] == 0) enter(grid.first() + step[slot]);
    while (length) {
        const Word drawn = random.next();
        const Index place = (drawn >> 32) * Word(length) >> 32, cell = frontier[place];
        frontier[place] = frontier[--length];
        int joined = 0;
        for (int slot = 0; slot < 4; ++slot) {
            const Index other = cell + step[slot];
            if (cells[other] == 0) enter(other);
            else if (cells[other] & IN_MAZE) joined |= 1 << slot;
        }
        const int slot = CHOICE.slot[joined * 12 + ((drawn & 0xffffffff) * 12 >> 32)];
        cells[cell] = IN_MAZE | 1 << slot;
        cells[cell + step[slot]] |= 1 << (slot ^ 2);
    }
    std::free(frontier);
}

Index breadth_first(const Grid& grid, Index& visited) {
    const Byte* cells = grid.cells.data();
    const Index* step = grid.step;
    Index room = 1;
    while (room <= std::min<Index>(grid.size * grid.size, 1 << 22)) room *= 2;
    Byte* back = static_cast<Byte*>(std::malloc(grid.cells.size()));
    std::int32_t* ring = static_cast<std::int32_t*>(std::malloc(4 * room));
    std::memset(back, UNSEEN, grid.cells.size());
    Index head = 0, tail = 1, length = 1;
    ring[0] = static_cast<std::int32_t>(grid.first());
    back[grid.first()] = 4;
    while (head != tail) {
        const Index cell = ring[head++ & (room - 1)];
        if (cell == grid.last()) break;
        for (int slot = 0; slot < 4; ++slot) {
            const Index other = cell + step[slot];
            if (cells[cell] >> slot & 1 && back[other] == UNSEEN) {
                back[other] = slot ^ 2;
                ring[tail++ & (room - 1)] = static_cast<std::int32_t>(other);
            }
        }
    }
    visited = tail;
    for (Index cell = grid.last(); cell != grid.first(); cell += step[back[cell]]) ++length;
    std::free(back);
    std::free(ring);
    return length;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

int main(int count, char** arguments) {
    using Clock = std::chrono::steady_clock;
    if (count != 4) return 2;
    const std::string name = arguments[1];
    const Index size = std::atoi(arguments[2]);
    const Word seed = 88172645463325252ull;
    Grid maze(size);
    if (name == "breadth-first") backtracker(maze, Random{seed});
    std::vector<double> passed, computed;
    Index visited = size * size;
    Index seen = 0;  // so that nothing is left out as unused
    for (int run = 0; run < std::atoi(arguments[3]); ++run) {
        const auto begin = Clock::now();
        const std::clock_t begin_cpu = std::clock();
        if (name == "breadth-first") {
            seen += breadth_first(maze, visited);
        } else {
            Grid grid(size);
            const Random random{seed + run * 7919};
            name == "prim" ? prim(grid, random) : backtracker(grid, random);
            seen += grid.cells[grid.last()];
        }
        computed.push_back(double(std::clock() - begin_cpu) / CLOCKS_PER_SEC / visited);
        passed.push_back(std::chrono::duration<double>(Clock::now() - begin).count() / visited);
    }
    std::printf("%.3f %.3f %lld\n", median(passed) * 1e9, median(computed) * 1e9,
                static_cast<long long>(seen));
}
