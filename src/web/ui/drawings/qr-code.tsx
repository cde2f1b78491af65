import { useMemo } from 'react';
import { drawQr, quietZone } from './qr-drawing.ts';

/** QR code, ink on white in both themes, with its quiet zone. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawQr(text), [text]);
  const edge = size + 2 * quietZone;
  return (
    <svg
      viewBox={`${-quietZone} ${-quietZone} ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M${-quietZone} ${-quietZone}h${edge}v${edge}h-${edge}z`} />
      <path fill="#17231D" d={path} />
    </svg>
  );
}
