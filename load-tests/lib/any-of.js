/** A picker among things with weights: each comes as often as its weight says. */
export function anyOf(weighted) {
  const total = weighted.reduce((sum, [weight]) => sum + weight, 0);
  return () => {
    let left = Math.random() * total;
    for (const [weight, thing] of weighted) {
      left -= weight;
      if (left < 0) return thing;
    }
    return weighted[0][1];
  };
}
