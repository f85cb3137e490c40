// Values of features as the program of 2007 printed them: three decimals, cut and not rounded.

export function cut(value: number): string {
  // Sums of decimals fall short of what they mean by a hair; a hair is added before cutting.
  const thousandths = Math.trunc(value * 1000 + Math.sign(value) * 1e-6);
  return (thousandths / 1000).toFixed(3).replace('-0.000', '0.000').replace('-', '\u2212');
}
