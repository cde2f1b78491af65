import type { ComponentType } from 'react';
import type { ReferenceComboProps } from './reference-props.ts';

let loaded: ComponentType<ReferenceComboProps> | undefined;

/** Returns the combobox of ReferenceField, if it is loaded. */
export const loadedReference = (): ComponentType<ReferenceComboProps> | undefined => loaded;

/**
 * Loads the combobox. Code that opens a dialog with such a field also calls this, so that both load together. Rejects without a
 * connection.
 */
export async function loadReference(): Promise<ComponentType<ReferenceComboProps>> {
  const { ReferenceCombo } = await import('./reference-combo.tsx');
  loaded = ReferenceCombo;
  return ReferenceCombo;
}
