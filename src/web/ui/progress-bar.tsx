/** How far something is, in whole percent. `words` say it; without a percent it is not known. */
export function ProgressBar({
  label,
  percent,
  words,
}: {
  label: string;
  percent: number | undefined;
  words: string;
}) {
  return (
    <span
      className="prog"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={words}
    >
      <i style={{ width: `${percent ?? 0}%` }} />
    </span>
  );
}
