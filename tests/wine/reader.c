/* Runs a program of Linux from Windows: for tests alone, which read what the program has written by
   rsvg-convert, poppler, Ghostscript or qpdf. Wine neither waits for such a program nor gives it a
   pipe, so a script of the shell keeps its input, its output and its status in files.

       rsvg-convert.exe -o C:\a.png C:\a.svg     runs the program that has the name of this one

       C:\tests\readers\PID.sh                   'rsvg-convert' '-o' '/.../a.png' '/.../a.svg'
                       \PID.in, .out, .err       input and output
                       \PID.status               there when it has ended
*/
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

#define TURN 5 /* ms */

static char *(CDECL *name_in_linux)(const WCHAR *);
static WCHAR base[MAX_PATH]; /* of all files of this process */

static void put_quoted(FILE *script, const char *text, const char *suffix)
{
    fputc('\'', script);
    for (; *text; text++)
        if (*text == '\'') fputs("'\\''", script);
        else fputc(*text, script);
    fprintf(script, "%s' ", suffix);
}

/* A path begins with the letter of its drive, behind the name of an option too: -sOutputFile=C:\a */
static void put_argument(FILE *script, WCHAR *argument)
{
    static char text[32768];
    WCHAR *colon = wcschr(argument, L':');
    char *path = "";
    if (colon > argument && (colon[1] == L'\\' || colon[1] == L'/')) {
        path = name_in_linux(colon - 1);
        if (!path) path = "/no such folder";
        colon[-1] = 0;
    }
    WideCharToMultiByte(CP_UTF8, 0, argument, -1, text, sizeof text, NULL, NULL);
    for (char *sign = text; *sign; sign++)
        if (*sign == '\\') *sign = '/';
    put_quoted(script, text, "");
    if (*path) {
        fseek(script, -1, SEEK_CUR); /* the same argument goes on */
        put_quoted(script, path, "");
    }
}

static FILE *opened(const WCHAR *suffix, const WCHAR *mode)
{
    WCHAR path[MAX_PATH];
    FILE *file;
    swprintf(path, MAX_PATH, L"%ls%ls", base, suffix);
    file = _wfopen(path, mode);
    if (!file && *mode == L'w') exit(126);
    return file;
}

static void copy(FILE *from, FILE *to)
{
    static char data[65536];
    size_t got;
    while ((got = fread(data, 1, sizeof data, from))) fwrite(data, 1, got, to);
}

static void give(const WCHAR *suffix, FILE *to)
{
    FILE *file = opened(suffix, L"rb");
    if (!file) return;
    copy(file, to);
    fclose(file);
}

static void drop_files(void)
{
    static const WCHAR *suffixes[] = { L".in", L".sh", L".out", L".err", L".status" };
    WCHAR path[MAX_PATH];
    for (size_t index = 0; index < sizeof suffixes / sizeof *suffixes; index++) {
        swprintf(path, MAX_PATH, L"%ls%ls", base, suffixes[index]);
        DeleteFileW(path);
    }
}

int wmain(int count, WCHAR **arguments)
{
    WCHAR own[MAX_PATH], command[MAX_PATH * 2], *name;
    HANDLE given = GetStdHandle(STD_INPUT_HANDLE);
    STARTUPINFOW start = { .cb = sizeof start };
    PROCESS_INFORMATION process;
    char tool[MAX_PATH], *in_linux;
    int status = 126;
    FILE *file;

    name_in_linux = (void *)GetProcAddress(
        GetModuleHandleA("kernel32.dll"), "wine_get_unix_file_name");
    if (!name_in_linux) return status;
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    swprintf(base, MAX_PATH, L"C:\\tests\\readers\\%lu", GetCurrentProcessId());
    in_linux = name_in_linux(base);
    drop_files(); /* numbers of processes come again */

    GetModuleFileNameW(NULL, own, MAX_PATH);
    name = wcsrchr(own, L'\\') + 1;
    *wcsrchr(name, L'.') = 0;
    WideCharToMultiByte(CP_UTF8, 0, name, -1, tool, sizeof tool, NULL, NULL);

    file = opened(L".in", L"wb");
    if (GetFileType(given) == FILE_TYPE_PIPE || GetFileType(given) == FILE_TYPE_DISK)
        copy(stdin, file);
    fclose(file);

    file = opened(L".sh", L"wb");
    put_quoted(file, tool, "");
    for (int index = 1; index < count; index++) put_argument(file, arguments[index]);
    fputs("<", file);
    put_quoted(file, in_linux, ".in");
    fputs(">", file);
    put_quoted(file, in_linux, ".out");
    fputs("2>", file);
    put_quoted(file, in_linux, ".err");
    fputs("\necho $? >", file);
    put_quoted(file, in_linux, ".ended"); /* then renamed: the status is there whole */
    fputs("\nmv ", file);
    put_quoted(file, in_linux, ".ended");
    put_quoted(file, in_linux, ".status");
    fputs("\n", file);
    fclose(file);

    swprintf(command, MAX_PATH * 2, L"sh %hs.sh", in_linux);
    if (!CreateProcessW(
            L"\\\\?\\unix\\bin\\sh", command, NULL, NULL, FALSE, 0, NULL, NULL, &start, &process))
        return status;
    while (!(file = opened(L".status", L"rb"))) Sleep(TURN);
    if (fscanf(file, "%d", &status) != 1) status = 126;
    fclose(file);
    give(L".out", stdout);
    give(L".err", stderr);
    drop_files();
    return status;
}
