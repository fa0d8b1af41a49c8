package judge;

import java.math.BigInteger;

/** A fraction in lowest terms, its denominator above zero. */
public final class PyFraction {
  public final BigInteger n;
  public final BigInteger d;

  public PyFraction(BigInteger numerator, BigInteger denominator) {
    if (denominator.signum() == 0) {
      throw new PyException("ZeroDivisionError", "Fraction(" + numerator + ", 0)");
    }
    BigInteger common = numerator.gcd(denominator);
    if (denominator.signum() < 0) {
      common = common.negate();
    }
    n = numerator.divide(common);
    d = denominator.divide(common);
  }

  static PyFraction of(Object value) {
    return value instanceof PyFraction ? (PyFraction) value : new PyFraction(Numbers.big(value), BigInteger.ONE);
  }

  boolean isWhole() {
    return d.equals(BigInteger.ONE);
  }

  @Override
  public boolean equals(Object other) {
    return Comparison.eq(this, other);
  }

  @Override
  public int hashCode() {
    return isWhole() ? Numbers.norm(n).hashCode() : n.hashCode() * 31 + d.hashCode();
  }

  @Override
  public String toString() {
    return isWhole() ? n.toString() : n + "/" + d;
  }
}
