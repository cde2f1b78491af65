/** Progress in whole percent. `words` describe it; without a percent the progress is unknown. */
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
