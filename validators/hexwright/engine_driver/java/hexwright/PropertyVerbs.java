package hexwright;

import VASSAL.build.module.properties.MutableProperty;
import VASSAL.build.module.properties.PropertySource;
import VASSAL.script.expression.Expression;

import java.util.TreeMap;

/** Properties of the module, of maps, zones and pieces; and expressions evaluated in their scope. */
final class PropertyVerbs {
  private PropertyVerbs() { }

  static void addTo(Verbs verbs) {
    verbs.look("property", PropertyVerbs::property);
    verbs.look("globals", args -> globals());
    verbs.change("set_property", PropertyVerbs::setProperty);
    verbs.look("evaluate", PropertyVerbs::evaluate);
  }

  /** Finds the source of a property: the arguments 'map', 'zone' or 'piece' name it, otherwise it is the module. */
  private static PropertySource source(Args args) {
    if (args.has("piece")) {
      return Find.piece(args.text("piece"));
    }
    if (args.has("zone")) {
      return Find.zone(args.text("zone"));
    }
    return args.has("map") ? Find.map(args.text("map")) : Find.module();
  }

  private static Object property(Args args) {
    final Object value = source(args).getProperty(args.text("name"));
    return value == null ? null : String.valueOf(value);
  }

  private static Object globals() {
    final java.util.Map<String, String> values = new TreeMap<>();
    for (final MutableProperty.Impl property : MutableProperty.Impl.getAllProperties()) {
      values.put(property.getName(), property.getPropertyValue());
    }
    return values;
  }

  /** Sets a Global Property as a player's action does, so that it is logged and can be undone. */
  private static Object setProperty(Args args) {
    final String name = args.text("name");
    final MutableProperty property;
    if (args.has("zone")) {
      property = Find.zone(args.text("zone")).getMutableProperty(name);
    }
    else if (args.has("map")) {
      property = Find.map(args.text("map")).getMutableProperty(name);
    }
    else {
      property = Find.module().getMutableProperty(name);
    }
    if (property == null) {
      throw new IllegalArgumentException("no Global Property '" + name + "' there");
    }
    Find.module().sendAndLog(property.setPropertyValue(args.text("value")));
    return null;
  }

  private static Object evaluate(Args args) throws Exception {
    return Expression.createExpression(args.text("expression")).evaluate(source(args), null, null);
  }
}
