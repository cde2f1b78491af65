import type { ComponentType } from 'react';
import type { ReferenceComboProps } from './reference-props.ts';

let loaded: ComponentType<ReferenceComboProps> | undefined;

/** The combobox of ReferenceField, where it is there already. */
export const loadedReference = (): ComponentType<ReferenceComboProps> | undefined => loaded;

/** Loads it. What opens a dialog with such a field calls this too, so that both come together. Rejects without a connection. */
export async function loadReference(): Promise<ComponentType<ReferenceComboProps>> {
  const { ReferenceCombo } = await import('./reference-combo.tsx');
  loaded = ReferenceCombo;
  return ReferenceCombo;
}
