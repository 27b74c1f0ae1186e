/* The library of random numbers that Wine 8 lacks and programs in Rust import: for tests alone. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(unsigned char *data, size_t length)
{
    return RtlGenRandom(data, (ULONG)length);
}
