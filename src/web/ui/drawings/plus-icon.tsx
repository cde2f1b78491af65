import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';

/** A plus, beside words that name what is added. */
export function PlusIcon() {
  return <IconPlus className="i" aria-hidden="true" />;
}
