import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { encodedPayload } from '../../../domain/health-links/shlink.ts';
import { AskPasscode } from './ask-passcode.tsx';
import type { ReaderPlan } from './document/reader-plan.ts';
import { DeadEnd } from './dead-end.tsx';
import { LinkFrame } from './link-frame.tsx';
import { linkIn } from './open-link.ts';
import { PlanOfLink } from './plan-of-link.tsx';

/** How long a plan stays open, in milliseconds: as long as the emergency page does. */
const openMs = 30 * 60_000;

/** Opens a SMART Health Link of this site: asks for its passcode, and decrypts the plan in the browser. */
export function Page() {
  const hash = useLocation({ select: (location) => location.hash });
  const found = useMemo(() => linkIn(encodedPayload(hash), location.origin), [hash]);
  return (
    <LinkFrame>
      {'problem' in found ? (
        <DeadEnd problem={found.problem} endedAt={null} />
      ) : (
        <OpenedLink key={found.link.path} link={found.link} />
      )}
    </LinkFrame>
  );
}

function OpenedLink({ link }: { link: Parameters<typeof AskPasscode>[0]['link'] }) {
  const [plan, setPlan] = useState<{ plan: ReaderPlan; at: Date }>();
  const [isClosed, setClosed] = useState(false);
  const close = () => {
    setPlan(undefined);
    setClosed(true);
  };
  useEffect(() => {
    if (!plan) return undefined;
    const timer = setTimeout(() => {
      setPlan(undefined);
      setClosed(true);
    }, openMs);
    return () => clearTimeout(timer);
  }, [plan]);
  if (plan) return <PlanOfLink plan={plan.plan} openedAt={plan.at} onClose={close} />;
  return (
    <AskPasscode
      link={link}
      isClosed={isClosed}
      onOpened={(opened) => setPlan({ plan: opened, at: new Date() })}
    />
  );
}
