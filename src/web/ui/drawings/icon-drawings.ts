import type { ComponentType, SVGProps } from 'react';

type Drawing = ComponentType<SVGProps<SVGSVGElement>>;

const drawings = new Map<string, Drawing>();

/** Adds drawings by name: those of the first page, and those of later chunks. */
export function addIcons(more: Readonly<Record<string, unknown>>): void {
  for (const [name, drawing] of Object.entries(more)) drawings.set(name, drawing as Drawing);
}

export const drawingOf = (name: string): Drawing | undefined => drawings.get(name);
