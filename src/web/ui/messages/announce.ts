type Speaker = { say: (message: string) => void; withdraw: (message: string) => void };

let speaker: Speaker | undefined;

/** For the one part that speaks: takes over announcing. */
export function onAnnounce(next: Speaker | undefined): void {
  speaker = next;
}

/** Lets screen readers say a message, politely. Also works while a dialog is open. */
export function announce(message: string): void {
  speaker?.say(message);
}

/** Removes a message that is no longer true, unless another message has replaced it. */
export function withdraw(message: string): void {
  speaker?.withdraw(message);
}
