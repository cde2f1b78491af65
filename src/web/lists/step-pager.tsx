import { useText } from '../app/texts.tsx';
import { Button } from '../ui/buttons/button.tsx';
import css from './lists.module.css';
import { useSpan, type Total } from './pager.tsx';

type StepPagerProps = {
  total: Total;
  /** Index of the first shown row, from 0. */
  offset: number;
  shown: number;
  pageSize: number;
  onOffset: (offset: number) => void;
};

/**
 * Links to the pages of a list inside a dialog, whose position is not part of the address. Renders nothing if there is only one
 * page.
 */
export function StepPager({ total, offset, shown, pageSize, onOffset }: StepPagerProps) {
  const t = useText();
  const span = useSpan(total, offset, shown);
  if (total.isExact && total.count <= pageSize) return null;
  const isLast = total.isExact ? offset + shown >= total.count : shown < pageSize;
  return (
    <nav className={css.steps} aria-label={t('lists.pages')}>
      <span role="status">{span}</span>
      <Button variant="two" off={offset === 0} onClick={() => onOffset(Math.max(0, offset - pageSize))}>
        {t('common.previous')}
      </Button>
      <Button variant="two" off={isLast} onClick={() => onOffset(offset + pageSize)}>
        {t('common.next')}
      </Button>
    </nav>
  );
}
