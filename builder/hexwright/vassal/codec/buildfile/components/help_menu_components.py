"""Components: the help menu."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile import declared_attributes as attr
from hexwright.vassal.codec.buildfile.component_element import Component, component


@component("VASSAL.build.module.Documentation", "Help Menu")
class Documentation(Component):
    CHILDREN = (
        "AboutScreen",
        "BrowserHelpFile",
        "BrowserPDFFile",
        "HelpFile",
        "Tutorial",
    )


@component("VASSAL.build.module.documentation.AboutScreen", "About Screen")
class AboutScreen(Component):
    title = attr.text("title", "Menu command", omitted=True)
    file_name = attr.image("fileName", "Image", omitted=True)


@component("VASSAL.build.module.documentation.BrowserHelpFile", "HTML Help File")
class BrowserHelpFile(Component):
    title = attr.text("title", "Title", omitted=True)
    contents = attr.text("contents", "Contents", omitted=True)
    starting_page = attr.text("startingPage", "Starting page")


@component("VASSAL.build.module.documentation.BrowserPDFFile", "PDF Help File")
class BrowserPDFFile(Component):
    title = attr.text("title", "Menu command", "Show PDF file")
    pdf_file = attr.file("pdfFile", "PDF file", "MyRulebook.PDF")


@component("VASSAL.build.module.documentation.HelpFile", "Plain Text Help File")
class HelpFile(Component):
    title = attr.text("title", "Menu command", "help")
    file_name = attr.file("fileName", "Text File", omitted=True)
    vassal_doc = attr.text("vassalDoc", "Section of help menu", "user")
    image = attr.text("image", "Image", omitted=True)
    file_type = attr.text("fileType", "File type", "archive")


@component("VASSAL.build.module.documentation.Tutorial", "Tutorial")
class Tutorial(Component):
    name = attr.text("name", "Menu command", omitted=True)
    logfile = attr.file("logfile", "Logfile", omitted=True)
    launch_on_startup = attr.boolean("launchOnStartup", "Launch automatically on first startup")
    prompt_message = attr.text("promptMessage", "Auto-launch confirm message", "Load the tutorial?")
    welcome_message = attr.text(
        "welcomeMessage",
        "Welcome message",
        'Hit the "Step forward" button in the toolbar to step through the tutorial',
    )
