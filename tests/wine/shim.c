/* Gives the C library of Wine 8 functions of complex numbers that it lacks and numpy imports: for
   tests alone, never shipped. Each stub, which would end the process, becomes a jump to a function
   here. A long double is a double on Windows.
*/
#include <windows.h>
#include <math.h>
#include <string.h>

typedef struct { double re, im; } two_doubles;
typedef struct { float re, im; } two_floats;

static double real_part(two_doubles z) { return z.re; }
static float real_part_f(two_floats z) { return z.re; }
static double imaginary_part(two_doubles z) { return z.im; }
static float imaginary_part_f(two_floats z) { return z.im; }
static double angle(two_doubles z) { return atan2(z.im, z.re); }
static float angle_f(two_floats z) { return atan2f(z.im, z.re); }
static double size(two_doubles z) { return hypot(z.re, z.im); }
static float size_f(two_floats z) { return (float)hypot(z.re, z.im); }
static two_doubles exponential(two_doubles z)
{
    double length = exp(z.re);
    two_doubles result = { length * cos(z.im), length * sin(z.im) };
    return result;
}
static two_floats exponential_f(two_floats z)
{
    double length = exp(z.re);
    two_floats result = { (float)(length * cos(z.im)), (float)(length * sin(z.im)) };
    return result;
}

static void replace(HMODULE library, const char *name, void *function)
{
    unsigned char jump[12] = { 0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0 }; /* mov rax; jmp rax */
    void *place = (void *)GetProcAddress(library, name);
    DWORD before;
    if (!place) return;
    memcpy(jump + 2, &function, sizeof function);
    if (VirtualProtect(place, sizeof jump, PAGE_EXECUTE_READWRITE, &before)) {
        memcpy(place, jump, sizeof jump);
        VirtualProtect(place, sizeof jump, before, &before);
    }
}

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved)
{
    if (reason == DLL_PROCESS_ATTACH) {
        HMODULE library = LoadLibraryA("ucrtbase.dll");
        if (!library) return FALSE;
        replace(library, "creal", real_part);
        replace(library, "creall", real_part);
        replace(library, "crealf", real_part_f);
        replace(library, "cimag", imaginary_part);
        replace(library, "cimagl", imaginary_part);
        replace(library, "cimagf", imaginary_part_f);
        replace(library, "carg", angle);
        replace(library, "cargl", angle);
        replace(library, "cargf", angle_f);
        replace(library, "cabsl", size);
        replace(library, "cabsf", size_f);
        replace(library, "cexp", exponential);
        replace(library, "cexpl", exponential);
        replace(library, "cexpf", exponential_f);
    }
    return TRUE;
}
