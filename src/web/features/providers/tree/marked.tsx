import { OwnWords } from '../../../ui/words/own-words.tsx';

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A name with the search text marked in it. */
export function Marked({ words, children }: { words: string; children: string }) {
  const looked = words.split(/\s+/u).filter(Boolean);
  if (looked.length === 0) return <OwnWords>{children}</OwnWords>;
  const parts = children.split(new RegExp(`(${looked.map(escaped).join('|')})`, 'giu'));
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index}>
        <OwnWords>{part}</OwnWords>
      </mark>
    ) : (
      part && <OwnWords key={index}>{part}</OwnWords>
    ),
  );
}
