type Speaker = { say: (message: string) => void; withdraw: (message: string) => void };

let speaker: Speaker | undefined;

/** Registers the component that announces messages. */
export function onAnnounce(next: Speaker | undefined): void {
  speaker = next;
}

/** Announces a message to screen readers, politely. Also works while a dialog is open. */
export function announce(message: string): void {
  speaker?.say(message);
}

/** Removes a message that is no longer true, unless another message has replaced it. */
export function withdraw(message: string): void {
  speaker?.withdraw(message);
}
