import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';

/** A plus, beside words that say what is added. */
export function PlusIcon() {
  return <IconPlus className="i" aria-hidden="true" />;
}
