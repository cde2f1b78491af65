/** Formats Australian cents for people: '$49', '$49.50'. With `exact`, as on papers: '$49.00'. */
export function dollars(cents: number, { exact = false }: { exact?: boolean } = {}): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  const decimals = exact || rest !== 0 ? `.${String(rest).padStart(2, '0')}` : '';
  return `${cents < 0 ? '-' : ''}$${grouped}${decimals}`;
}
