"""The classes and methods that code may use without accessing anything outside the game.

All other accesses are reported. The first lists contain Java's strings, numbers, collections and drawing
classes. The other lists contain the parts of VASSAL that the scripts of our own modules use. A test checks
that `builder/hexwright/vassal/enforcement/scripts/` uses each of them.
"""

from __future__ import annotations

from typing import Final

from hexwright.inspect.analysis.expression_functions import STRING_METHODS
from hexwright.inspect.analysis.word_sets import word_set

#: Java classes that only contain values, under the names by which BeanShell finds them.
CLASSES: Final = word_set(
    """
    ArrayList Arrays BasicStroke BigDecimal BigInteger BitSet Boolean Byte Character Collections Color
    Dimension Double Float Font HashMap HashSet Integer Iterator LinkedHashMap LinkedHashSet LinkedList
    List Long Map.Entry Math Number Object Objects Point Rectangle Set Short String StringBuffer
    StringBuilder StringTokenizer TreeMap TreeSet Vector
    """
)
#: The Java packages of these classes.
PACKAGES: Final = ("java.lang", "java.util", "java.awt", "java.awt.geom", "java.math")
#: Methods of these classes, except those of strings.
VALUE_METHODS: Final = word_set(
    """
    abs add addAll and andNot append asList binarySearch bitCount bitLength booleanValue ceil charAt
    clear clearBit compare concat containsAll containsKey containsValue copyOf distance doubleValue
    entrySet equals first firstKey floor floorDiv floorMod get getKey getLowestSetBit getOrDefault
    getValue hasMoreTokens hasNext indexOf insert intValue isDigit isLetter iterator join keySet last
    lastKey longValue lowestSetBit max min mismatch mod multiply negate next nextToken not or
    parseDouble parseFloat parseInt parseLong pow put putAll remove removeAll retainAll reverse round
    set setBit shiftLeft shiftRight signum size sort split sqrt subtract testBit toArray toBinaryString
    toCharArray toHexString valueOf values xor
    """
)
#: Fields of these classes.
VALUE_FIELDS: Final = word_set("MAX_VALUE MIN_VALUE ONE PI TEN WHITE ZERO length x y width height")

#: Classes of VASSAL and Java that our scripts name, with their packages.
OWN_CLASSES: Final = word_set(
    """
    VASSAL.build.GameModule VASSAL.build.module.BasicLogger.StepAction
    VASSAL.build.module.Chatter.DisplayText VASSAL.build.module.Documentation
    VASSAL.build.module.GlobalOptions VASSAL.build.module.Map
    VASSAL.build.module.PlayerRoster.SideChangeListener VASSAL.build.module.documentation.HelpFile
    VASSAL.build.module.documentation.Tutorial VASSAL.build.module.map.CounterDetailViewer
    VASSAL.build.module.map.Drawable VASSAL.build.module.turn.TurnTracker
    VASSAL.counters.Decorator VASSAL.counters.KeyBuffer VASSAL.counters.Stack java.awt.Cursor
    java.awt.EventQueue java.awt.Frame
    java.awt.event.ActionListener java.awt.event.ComponentListener java.awt.event.HierarchyListener
    java.awt.event.InputEvent java.awt.event.MouseEvent java.awt.event.MouseListener
    java.awt.geom.AffineTransform java.awt.geom.Area java.awt.geom.GeneralPath
    java.beans.PropertyChangeListener javax.swing.AbstractButton javax.swing.BorderFactory
    javax.swing.JDialog javax.swing.JMenuItem javax.swing.JScrollPane javax.swing.JToolBar
    javax.swing.Timer javax.swing.ToolTipManager javax.swing.event.DocumentListener
    javax.swing.text.SimpleAttributeSet javax.swing.text.StyleConstants
    """
)
#: Functions that evaluate code; `eval` is judged by its argument.
INTERPRETER: Final = "bsh.Interpreter"
#: Methods of VASSAL, of Swing and of our scripts' own records that our scripts call.
OWN_METHODS: Final = word_set(
    """
    actionPerformed addActionListener addComponentListener addDocumentListener addDrawComponent
    addHierarchyListener addMouseListener addMutablePropertyChangeListener addPropertyChangeListener
    addSideChangeListenerToInstance catchUp centerAt clip closePath componentToMap createEmptyBorder
    createTransformedShape draw drawLine drawOval drawRect drawString execute fill fillOval fillRect
    getAction getActionListeners getAllPieces getAscent getBasicLogger getBounds getBuffer
    getBuildables getCachedAudioClip getChatter getClickCount getClientProperty getClip
    getComponents getConfigureName getCurrentEvent getDataArchive getDefaultTransform
    getDeviceConfiguration getDocument getFontMetrics getFrames getGameFileMode getGameModule
    getGameState getHeight getId getInnermost getInsets getInstance getJMenuBar getLaunchButton
    getLayeredPane getLength getLocationOnScreen getMap getMapById getMapList getMapName
    getMutableProperty getName getOwnedWindows getPersistentProperty getPieceForId getPieces
    getPlayerRoster getPlayerWindow getPlayers getPosition getPredefinedCursor getPreferredSize
    getProperty getRNG getRootPane getScaleInstance getScaleX getServer getSide getSubElements
    getText getToolBar getTopLevelAncestor getType getView getViewport getVisibleRect getWhen
    getWidth getX getY goals hits holds insertUpdate intersects isConnected isGameStarted isLogging
    isObserver isReplaying isShowing isSoundGlobalMute isVisible launch lineTo loadGame loadOf
    mapToComponent mapToDrawing mouseMoved moveTo nextInt placeOrMerge play positionOf
    putClientProperty putOldProperties removeActionListener removeDrawComponent repaint revalidate
    saveGame sendAndLog setBackground setBold setBorder setCharacterAttributes setClip setColor
    setContentAreaFilled setCursor setDismissDelay setEnabled setFocusPainted setFont setForeground
    setLocation setOpaque setPersistentProperty setPropertyValue setRepeats setSize setState
    setStroke setText setToolTipText setVisible setup sharedInstance shines show showWindow sideIn
    snapTo soon start stringWidth tellWhole warn widen
    """
)
METHODS: Final = VALUE_METHODS | STRING_METHODS | OWN_METHODS
#: Fields of VASSAL's objects that our scripts read.
OWN_FIELDS: Final = word_set("playerName")
FIELDS: Final = VALUE_FIELDS | OWN_FIELDS

#: The function by which our judge evaluates its steps. They are in a fixed text, which is checked.
OWN_EVALUATOR: Final = "judgedValue"
#: Names of BeanShell itself that are used before a dot like a variable.
SCOPES: Final = word_set("this super global")

#: Commands of BeanShell that run, read, write or change things outside the game.
COMMANDS: Final = word_set(
    """
    addClassPath bg bind browseClass cat cd classBrowser commands cp desktop dir dirname editor eval
    exec exit fontMenu frame getBshPrompt getClass getClassPath getResource getSourceFileInfo
    importCommands importObject javap load makeWorkspace mv pathToFile pwd reloadClasses rm run save
    server setAccessibility setClassPath setFont setNameCompletion setNameSpace setStrictJava show
    source sourceRelative unset which workspaceEditor
    """
)

#: Properties of VASSAL that no module can turn into code, unless it sets one of the same name.
ENGINE_PROPERTIES: Final = word_set("PieceUID")
