import type { Problem } from '../../ui/fields/field-parts.tsx';

/** An object that a list can be filtered by. `note` distinguishes objects with the same name, for example by their parent. */
export type Found = { id: string; name: string; note?: string | undefined };

/** How a filter finds its objects. */
export type Findable = {
  /** Text of the entry for all objects. */
  all: string;
  /** Finds the first objects whose names match the words, or the one with an id. Throws ApiError. */
  find: (by: { words: string } | { id: string }) => Promise<readonly Found[]>;
};

export type ReferenceFieldProps = Omit<Findable, 'all'> & {
  label: string;
  hint?: string | undefined;
  /** Text of the first entry, for no selection; without it a selection is required. */
  all?: string | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: Problem | undefined;
  /** Id of the input, for links in an error summary. */
  id?: string | undefined;
};

/** `className`: the width, as for the placeholder that is shown before. */
export type ReferenceComboProps = ReferenceFieldProps & { className: string | undefined };
