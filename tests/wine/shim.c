/* Gives Wine 8 functions that it lacks, or has in a slow form: for tests alone, never shipped. Each
   becomes a jump to a function here.

   The C library has only stubs, which end the process, of the functions of complex numbers that
   numpy imports. A long double is a double on Windows.

   What Python asks of a file at each os.stat (2 ms) goes to the service that knows the number of
   the drive. Here that number is 0, which takes a tenth of the time; a start of Python with all
   that the program imports takes 7 s instead of 17.
*/
#include <windows.h>
#include <ntdef.h>
#include <winternl.h>
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

static BOOL succeeds(NTSTATUS status)
{
    if (status >= 0) return TRUE;
    SetLastError(RtlNtStatusToDosError(status));
    return FALSE;
}

static BOOL WINAPI file_facts(HANDLE file, BY_HANDLE_FILE_INFORMATION *found)
{
    struct { FILE_ALL_INFORMATION all; WCHAR name[32768]; } data;
    FILE_BASIC_INFORMATION *times = &data.all.BasicInformation;
    IO_STATUS_BLOCK done;
    if (!succeeds(NtQueryInformationFile(file, &done, &data, sizeof data, FileAllInformation)))
        return FALSE;
    found->dwFileAttributes = times->FileAttributes;
    memcpy(&found->ftCreationTime, &times->CreationTime, sizeof(FILETIME));
    memcpy(&found->ftLastAccessTime, &times->LastAccessTime, sizeof(FILETIME));
    memcpy(&found->ftLastWriteTime, &times->LastWriteTime, sizeof(FILETIME));
    found->dwVolumeSerialNumber = 0;
    found->nFileSizeHigh = data.all.StandardInformation.EndOfFile.HighPart;
    found->nFileSizeLow = data.all.StandardInformation.EndOfFile.LowPart;
    found->nNumberOfLinks = data.all.StandardInformation.NumberOfLinks;
    found->nFileIndexHigh = data.all.InternalInformation.IndexNumber.HighPart;
    found->nFileIndexLow = data.all.InternalInformation.IndexNumber.LowPart;
    return TRUE;
}

/* Other kinds are refused, as by file systems that do not know them; Python goes on without. */
static BOOL WINAPI more_file_facts(
    HANDLE file, FILE_INFO_BY_HANDLE_CLASS kind, void *found, DWORD size)
{
    static const struct { FILE_INFO_BY_HANDLE_CLASS kind; FILE_INFORMATION_CLASS inside; } known[] = {
        { FileBasicInfo, FileBasicInformation },
        { FileStandardInfo, FileStandardInformation },
        { FileNameInfo, FileNameInformation },
        { FileAttributeTagInfo, FileAttributeTagInformation },
    };
    IO_STATUS_BLOCK done;
    for (size_t at = 0; at < sizeof known / sizeof *known; at++)
        if (known[at].kind == kind)
            return succeeds(NtQueryInformationFile(file, &done, found, size, known[at].inside));
    SetLastError(ERROR_INVALID_PARAMETER);
    return FALSE;
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
        library = LoadLibraryA("kernelbase.dll");
        replace(library, "GetFileInformationByHandle", file_facts);
        replace(library, "GetFileInformationByHandleEx", more_file_facts);
    }
    return TRUE;
}
