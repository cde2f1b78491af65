import type { Problem } from '../ui/fields/field-parts.tsx';

/** An object that a list can be filtered by. `note` distinguishes objects with the same name, for example by their parent. */
export type Found = { id: string; name: string; note?: string | undefined };

/** How the things of a filter are found. */
export type Findable = {
  /** The words for all of them. */
  all: string;
  /** The first of those whose names match the words, or the one with an id. Throws ApiError. */
  find: (by: { words: string } | { id: string }) => Promise<readonly Found[]>;
};

export type ReferenceFieldProps = Omit<Findable, 'all'> & {
  label: string;
  hint?: string | undefined;
  /** The words of the first entry, for none in particular; without them one must be picked. */
  all?: string | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: Problem | undefined;
  /** The id of the box: an error summary leads here. */
  id?: string | undefined;
};

/** `className`: the width, as for the placeholder that is shown before. */
export type ReferenceComboProps = ReferenceFieldProps & { className: string | undefined };
