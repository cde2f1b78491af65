import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/buttons/button.tsx';
import { rescueFocus } from '../ui/rescue-focus.ts';

type Item = { id: string };

type FeedPageProps<Of extends Item> = {
  page: { data: readonly Of[]; more: boolean };
  /** Whether the page was opened by the button under the page above it. */
  isEarlier: boolean;
  /** Text of the button that shows the next page, and of the whole list if it is empty. */
  earlier: string;
  empty: string;
  /** The next page, which begins after the last item of this one. */
  next: ReactNode;
  children: (item: Of) => ReactNode;
};

/**
 * A page of a list that grows at its newest end, with the button for the next one. Each page begins after the last item of the page above
 * it, so an item that is added meanwhile moves all of them on, and none is missing or shown twice.
 */
export function FeedPage<Of extends Item>(props: FeedPageProps<Of>) {
  const { page, isEarlier, earlier, empty, next, children } = props;
  const [isOpen, setOpen] = useState(false);
  const first = useRef<HTMLLIElement>(null);
  // The button that was pressed is gone, so the focus moves to the first of the lines that it brought.
  useEffect(() => {
    if (isEarlier) rescueFocus(() => first.current);
  }, [isEarlier]);
  if (page.data.length === 0) return isEarlier ? null : <p>{empty}</p>;
  return (
    <>
      <ol className="feed">
        {page.data.map((item, index) => (
          <li key={item.id} {...(index === 0 && { ref: first, tabIndex: -1 })}>
            {children(item)}
          </li>
        ))}
      </ol>
      {page.more && isOpen && next}
      {page.more && !isOpen && (
        <Button variant="two" onClick={() => setOpen(true)}>
          {earlier}
        </Button>
      )}
    </>
  );
}
