import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Read } from '../api/use-read.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Loaded } from '../ui/messages/loaded.tsx';

type Item = { id: string };
type Page<Of extends Item> = { data: readonly Of[]; more: boolean };

type FeedPagesProps<Of extends Item> = {
  /** Hook that reads the page before the item with an id; null: the newest page. */
  usePage: (before: string | null) => Read<Page<Of>>;
  /** Text of the button that shows the next page, and of the whole list if it is empty. */
  earlier: string;
  empty: string;
  /** The content of the line of an item. */
  line: (item: Of) => ReactNode;
};

/**
 * A list that grows at its newest end, shown page by page. Each page begins after the last item of the page above it, so an item that is
 * added meanwhile moves all of them on, and none is missing or shown twice.
 */
export function FeedPages<Of extends Item>(props: FeedPagesProps<Of>) {
  const [pages, setPages] = useState(1);
  // The page whose first line gets the focus when it appears: the pressed button is gone then.
  const focused = useRef(0);
  const onEarlier = () => {
    focused.current = pages;
    setPages(pages + 1);
  };
  return <FeedPage {...props} {...{ pages, focused, onEarlier }} number={0} before={null} />;
}

type FeedPageProps<Of extends Item> = FeedPagesProps<Of> & {
  pages: number;
  focused: RefObject<number>;
  onEarlier: () => void;
  number: number;
  before: string | null;
};

function FeedPage<Of extends Item>(props: FeedPageProps<Of>) {
  const { usePage, before, empty } = props;
  return (
    <Loaded read={usePage(before)}>
      {(page) => (page.data.length === 0 && before === null ? <p>{empty}</p> : <Lines {...props} page={page} />)}
    </Loaded>
  );
}

function Lines<Of extends Item>(props: FeedPageProps<Of> & { page: Page<Of> }) {
  const { page, line, earlier, pages, focused, onEarlier, number } = props;
  const first = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (number === 0 || focused.current !== number) return;
    focused.current = 0;
    first.current?.focus();
  }, [focused, number]);
  const last = page.data.at(-1);
  const hasNext = page.more && last !== undefined;
  return (
    <>
      <ol className="feed">
        {page.data.map((item, index) => (
          <li key={item.id} {...(index === 0 && { ref: first, tabIndex: -1 })}>
            {line(item)}
          </li>
        ))}
      </ol>
      {hasNext && number + 1 < pages && <FeedPage {...props} number={number + 1} before={last.id} />}
      {hasNext && number + 1 === pages && (
        <Button variant="two" onClick={onEarlier}>
          {earlier}
        </Button>
      )}
    </>
  );
}
