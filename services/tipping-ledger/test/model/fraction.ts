/** An exact rational number with a positive denominator. */
export class Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  plus({ numerator, denominator }: Fraction): Fraction {
    return new Fraction(
      this.numerator * denominator + numerator * this.denominator,
      this.denominator * denominator,
    );
  }

  minus({ numerator, denominator }: Fraction): Fraction {
    return this.plus(new Fraction(-numerator, denominator));
  }

  times({ numerator, denominator }: Fraction): Fraction {
    return new Fraction(this.numerator * numerator, this.denominator * denominator);
  }

  isAtMost(other: Fraction): boolean {
    return this.numerator * other.denominator <= other.numerator * this.denominator;
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}
