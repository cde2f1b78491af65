import { useEffect, useState } from 'react';
import { onAnnounce } from './announce.ts';

/** Live region that announces what happened to a button. The shell contains one. */
export function Announcer() {
  const [message, setMessage] = useState({ text: '', turn: 0 });
  useEffect(() => {
    onAnnounce({
      say: (text) => setMessage(({ turn }) => ({ text, turn: turn + 1 })),
      withdraw: (text) => setMessage((said) => (said.text === text ? { ...said, text: '' } : said)),
    });
    return () => onAnnounce(undefined);
  }, []);
  // React Aria hides everything behind a dialog except elements with this attribute.
  return (
    <div className="vh" role="status" data-live-announcer="true">
      <span key={message.turn}>{message.text}</span>
    </div>
  );
}
