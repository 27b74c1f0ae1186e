/* Starts the program with the Python beside it: a window (LAUNCH_WINDOW), or a command.

       mazeeditor\mazeeditor.exe     the command, in a terminal
                 \mazeeditorw.exe    the window, without a terminal
                 \python313.dll, python.exe, Lib\ ...
*/
#include <Python.h>
#include <windows.h>

/* Fill in how Python starts: isolated from the user's own Python, and children are python.exe. */
static PyStatus configure(PyConfig *config, int argc, wchar_t **argv)
{
    static wchar_t folder[32768], python[32768];
    PyPreConfig first;
    PyStatus status;
    wchar_t *slash;

    GetModuleFileNameW(NULL, folder, 32768);
    slash = wcsrchr(folder, L'\\');
    if (slash)
        *slash = 0;
    _snwprintf(python, 32767, L"%ls\\python.exe", folder);
    PyPreConfig_InitIsolatedConfig(&first);
    first.utf8_mode = 1;
    status = Py_PreInitialize(&first);
    if (PyStatus_Exception(status))
        return status;
    PyConfig_InitIsolatedConfig(config);
    config->parse_argv = 0;
    status = PyConfig_SetString(config, &config->home, folder);
    if (!PyStatus_Exception(status))
        status = PyConfig_SetString(config, &config->executable, python);
    if (!PyStatus_Exception(status))
        status = PyConfig_SetString(config, &config->run_module, L"mazeeditor");
    if (!PyStatus_Exception(status))
        status = PyConfig_SetArgv(config, argc, argv);
    return status;
}

static int run(int argc, wchar_t **argv)
{
    static PyConfig config; /* empty where preparing it fails */
    PyStatus status = configure(&config, argc, argv);

    if (!PyStatus_Exception(status))
        status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status)) {
        MessageBoxA(NULL, status.err_msg ? status.err_msg : "Python cannot be started.",
                    "mazeeditor", MB_ICONERROR);
        return 1;
    }
    return Py_RunMain();
}

#ifdef LAUNCH_WINDOW
int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, LPWSTR line, int show)
{
    return run(__argc, __wargv);
}
#else
int wmain(int argc, wchar_t **argv)
{
    return run(argc, argv);
}
#endif
