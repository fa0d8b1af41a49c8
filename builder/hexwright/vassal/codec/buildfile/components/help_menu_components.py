"""Components: the help menu."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component


class Documentation(Component):
    """Help Menu (VASSAL.build.module.Documentation)."""

    TAG = "VASSAL.build.module.Documentation"
    TITLE = "Help Menu"
    CHILDREN = (
        "AboutScreen",
        "BrowserHelpFile",
        "BrowserPDFFile",
        "HelpFile",
        "Tutorial",
    )


class AboutScreen(Component):
    """About Screen (VASSAL.build.module.documentation.AboutScreen)."""

    TAG = "VASSAL.build.module.documentation.AboutScreen"
    TITLE = "About Screen"

    title = attr.text("title", "Menu command", omitted=True)
    file_name = attr.image("fileName", "Image", omitted=True)


class BrowserHelpFile(Component):
    """HTML Help File (VASSAL.build.module.documentation.BrowserHelpFile)."""

    TAG = "VASSAL.build.module.documentation.BrowserHelpFile"
    TITLE = "HTML Help File"

    title = attr.text("title", "Title", omitted=True)
    contents = attr.text("contents", "Contents", omitted=True)
    starting_page = attr.text("startingPage", "Starting page")


class BrowserPDFFile(Component):
    """PDF Help File (VASSAL.build.module.documentation.BrowserPDFFile)."""

    TAG = "VASSAL.build.module.documentation.BrowserPDFFile"
    TITLE = "PDF Help File"

    title = attr.text("title", "Menu command", "Show PDF file")
    pdf_file = attr.file("pdfFile", "PDF file", "MyRulebook.PDF")


class HelpFile(Component):
    """Plain Text Help File (VASSAL.build.module.documentation.HelpFile)."""

    TAG = "VASSAL.build.module.documentation.HelpFile"
    TITLE = "Plain Text Help File"

    title = attr.text("title", "Menu command", "help")
    file_name = attr.file("fileName", "Text File", omitted=True)
    vassal_doc = attr.text("vassalDoc", "Section of help menu", "user")
    image = attr.text("image", "Image", omitted=True)
    file_type = attr.text("fileType", "File type", "archive")


class Tutorial(Component):
    """Tutorial (VASSAL.build.module.documentation.Tutorial)."""

    TAG = "VASSAL.build.module.documentation.Tutorial"
    TITLE = "Tutorial"

    name = attr.text("name", "Menu command", omitted=True)
    logfile = attr.file("logfile", "Logfile", omitted=True)
    launch_on_startup = attr.boolean("launchOnStartup", "Launch automatically on first startup")
    prompt_message = attr.text("promptMessage", "Auto-launch confirm message", "Load the tutorial?")
    welcome_message = attr.text(
        "welcomeMessage",
        "Welcome message",
        'Hit the "Step forward" button in the toolbar to step through the tutorial',
    )
