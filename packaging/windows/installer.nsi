; The installer: for one user, without an administrator; /S installs silently, /D=FOLDER elsewhere.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
Name "mazeeditor"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\mazeeditor"
InstallDirRegKey HKCU "Software\mazeeditor" "Folder"
RequestExecutionLevel user
Icon "${ICON}"
UninstallIcon "${ICON}"
XPStyle on
ShowInstDetails nevershow
ShowUninstDetails nevershow
BrandingText "mazeeditor ${VERSION}"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\mazeeditor"

!macro FileType suffix kind description
  WriteRegStr HKCU "Software\Classes\${suffix}" "" "${kind}"
  WriteRegStr HKCU "Software\Classes\${kind}" "" "${description}"
  WriteRegStr HKCU "Software\Classes\${kind}\DefaultIcon" "" "$INSTDIR\mazeeditorw.exe,0"
  WriteRegStr HKCU "Software\Classes\${kind}\shell\open\command" "" '"$INSTDIR\mazeeditorw.exe" "%1"'
!macroend

!macro NoFileType suffix kind
  ReadRegStr $0 HKCU "Software\Classes\${suffix}" ""
  StrCmp $0 "${kind}" 0 +2
  DeleteRegKey HKCU "Software\Classes\${suffix}"
  DeleteRegKey HKCU "Software\Classes\${kind}"
!macroend

Function .onInit
  SetShellVarContext current
FunctionEnd

; A program that runs keeps its files open, and what is then written is half of each version.
!macro WaitUntilClosed prefix
Function ${prefix}WaitUntilClosed
  IfFileExists "$INSTDIR\python313.dll" 0 closed
  again:
  ClearErrors
  FileOpen $0 "$INSTDIR\python313.dll" a
  IfErrors running
  FileClose $0
  Goto closed
  running:
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "mazeeditor is running. \
    Close its windows, then choose Retry." /SD IDCANCEL IDRETRY again
  SetErrorLevel 3
  Quit
  closed:
FunctionEnd
!macroend
!insertmacro WaitUntilClosed ""
!insertmacro WaitUntilClosed "un."

Section
  Call WaitUntilClosed
  ; An older version goes first, so that none of its files is left among the new ones.
  IfFileExists "$INSTDIR\mazeeditorw.exe" 0 +5
  RMDir /r "$INSTDIR\Lib"
  RMDir /r "$INSTDIR\DLLs"
  RMDir /r "$INSTDIR\tcl"
  Delete "$INSTDIR\*.dll"
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}/*"
  CreateShortcut "$SMPROGRAMS\mazeeditor.lnk" "$INSTDIR\mazeeditorw.exe"
  !insertmacro FileType ".maze" "mazeeditor.maze" "Maze"
  !insertmacro FileType ".mazebook" "mazeeditor.mazebook" "Book of mazes"
  WriteRegStr HKCU "Software\mazeeditor" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "mazeeditor"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "mazeeditor"
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\mazeeditorw.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  WriteUninstaller "$INSTDIR\uninstall.exe"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section "Uninstall"
  SetShellVarContext current
  Call un.WaitUntilClosed
  Delete "$SMPROGRAMS\mazeeditor.lnk"
  !insertmacro NoFileType ".maze" "mazeeditor.maze"
  !insertmacro NoFileType ".mazebook" "mazeeditor.mazebook"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\mazeeditor"
  RMDir /r "$INSTDIR\Lib"
  RMDir /r "$INSTDIR\DLLs"
  RMDir /r "$INSTDIR\tcl"
  Delete "$INSTDIR\*.dll"
  Delete "$INSTDIR\*.exe"
  Delete "$INSTDIR\LICENSE.txt"
  RMDir "$INSTDIR"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
