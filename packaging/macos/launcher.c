/* Starts the Python of the bundle within this process: macOS knows an application by its process.

       Contents/MacOS/Mazeeditor     the program (LAUNCH_PROGRAM)
                      python3        Python itself, for the processes that the program starts
                Frameworks/Python.framework/Versions/VERSION/

   A shell script in the place of this would do worse: the system asks for Rosetta, as a text has
   no architecture, and from macOS 26 on it does not take what the script starts for the bundle.
*/
#include <Python.h>
#include <limits.h>
#include <mach-o/dyld.h>
#include <stdlib.h>
#include <string.h>

#define FRAMEWORK "/Frameworks/Python.framework/Versions/" VERSION
#define CACHE "/Library/Caches/org.mazeeditor.mazeeditor"

/* Write the path of Contents/, with links followed, into a buffer; returns whether it has one. */
static int find_contents(char *contents)
{
    char path[PATH_MAX];
    uint32_t size = sizeof path;
    char *slash;
    int level;

    if (_NSGetExecutablePath(path, &size) || !realpath(path, contents))
        return 0;
    for (level = 0; level < 2; level++) {
        slash = strrchr(contents, '/');
        if (!slash)
            return 0;
        *slash = 0;
    }
    return 1;
}

/* Return two texts as one, which is never freed. */
static char *joined(const char *first, const char *second)
{
    char *text = malloc(strlen(first) + strlen(second) + 1);

    if (!text)
        abort();
    return strcat(strcpy(text, first), second);
}

/* Fill in how Python starts: isolated from the user's own Python, and children are python3. */
static PyStatus configure(PyConfig *config, const char *contents, int argc, char **argv)
{
    PyPreConfig first;
    PyStatus status;
    const char *home = getenv("HOME");

#ifdef LAUNCH_PROGRAM
    PyPreConfig_InitIsolatedConfig(&first);
    first.utf8_mode = 1;
    status = Py_PreInitialize(&first);
#else
    PyPreConfig_InitPythonConfig(&first);
    first.utf8_mode = 1;
    status = Py_PreInitializeFromBytesArgs(&first, argc, argv);
#endif
    if (PyStatus_Exception(status))
        return status;
#ifdef LAUNCH_PROGRAM
    PyConfig_InitIsolatedConfig(config);
    config->parse_argv = 0;
    status = PyConfig_SetString(config, &config->run_module, L"mazeeditor");
    if (PyStatus_Exception(status))
        return status;
#else
    PyConfig_InitPythonConfig(config);
#endif
    status = PyConfig_SetBytesString(config, &config->home, joined(contents, FRAMEWORK));
    if (!PyStatus_Exception(status))
        status = PyConfig_SetBytesString(config, &config->executable,
                                         joined(contents, "/MacOS/python3"));
    if (PyStatus_Exception(status))
        return status;
    /* what is written into a signed bundle breaks its signature */
    if (home && *home)
        status = PyConfig_SetBytesString(config, &config->pycache_prefix, joined(home, CACHE));
    else
        config->write_bytecode = 0;
    if (!PyStatus_Exception(status))
        status = PyConfig_SetBytesArgv(config, argc, argv);
    return status;
}

int main(int argc, char **argv)
{
    static PyConfig config; /* empty where preparing it fails */
    char contents[PATH_MAX];
    PyStatus status;

    if (!find_contents(contents)) {
        fputs("mazeeditor: the application is damaged.\n", stderr);
        return 1;
    }
    /* Tcl looks for its scripts where python.org installs them */
    setenv("TCL_LIBRARY", joined(contents, FRAMEWORK "/lib/" TCL), 1);
    setenv("TK_LIBRARY", joined(contents, FRAMEWORK "/lib/" TK), 1);
    status = configure(&config, contents, argc, argv);
    if (!PyStatus_Exception(status))
        status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status))
        Py_ExitStatusException(status);
    return Py_RunMain();
}
