package hexwright;

import VASSAL.tools.filechooser.FileChooser;
import VASSAL.tools.filechooser.FileFilter;

import java.awt.Component;
import java.io.File;

/** Returns the file that the script named; an unexpected question is a problem, and is cancelled. */
final class ScriptedFileChooser extends FileChooser {
  private File file;
  private boolean prepared;

  ScriptedFileChooser() {
    super(null, null);
  }

  void prepare(File answer) {
    file = answer;
    prepared = true;
  }

  private int answer(String question) {
    if (!prepared) {
      Wire.problem("dialog", "warning", question, "buttons: OK, Cancel");
      return CANCEL_OPTION;
    }
    prepared = false;
    return APPROVE_OPTION;
  }

  @Override
  public int showOpenDialog(Component parent) {
    return answer("VASSAL asks for a file to open");
  }

  @Override
  public int showSaveDialog(Component parent) {
    return answer("VASSAL asks for a file to save to");
  }

  @Override
  public File getSelectedFile() {
    return file;
  }

  @Override
  public void setSelectedFile(File selected) {
    if (!prepared) {
      file = selected;
    }
  }

  @Override
  public File getCurrentDirectory() {
    return file == null ? null : file.getParentFile();
  }

  @Override
  public void setCurrentDirectory(File folder) { }

  @Override
  public void rescanCurrentDirectory() { }

  @Override
  public String getDialogTitle() {
    return "";
  }

  @Override
  public void setDialogTitle(String title) { }

  @Override
  public FileFilter getFileFilter() {
    return null;
  }

  @Override
  public void setFileFilter(FileFilter filter) { }

  @Override
  public void addChoosableFileFilter(FileFilter filter) { }

  @Override
  public boolean removeChoosableFileFilter(FileFilter filter) {
    return true;
  }

  @Override
  public void resetChoosableFileFilters() { }
}
