import type { Problem } from '../ui/fields/field-parts.tsx';

/** A thing that a list can be narrowed to. `note` tells those with the same name apart, such as what they belong to. */
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

/** `className`: how wide it is, as the field that stands there before. */
export type ReferenceComboProps = ReferenceFieldProps & { className: string | undefined };
