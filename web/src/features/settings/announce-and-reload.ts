/** How an avatar or username that was changed is told (spec, section 4). */
export function announceAndReload(text: string): void {
  window.alert(text);
  window.location.reload();
}
