import { Link } from '@tanstack/react-router';
import { useText } from '../../../app/texts.tsx';

/** The way to the customers whom staff removed, with how many there are; nothing where there are none (D-62). */
export function SetAsideLink({ counts }: { counts: { removing: number } | undefined }) {
  const t = useText();
  if (!counts || counts.removing === 0) return null;
  return (
    <Link to="." search={{ status: 'removing' }}>
      {t('customers.count.removing', { count: counts.removing })}
    </Link>
  );
}
