/* global window, document, location */
// The end of a pop-up sign-in: tells the page that opened this window how it went, on this origin alone, and closes.
(function () {
  const message = document.body.dataset.message;
  delete document.body.dataset.message;
  if (!window.opener || !message) return;
  window.opener.postMessage(JSON.parse(message), location.origin);
  window.close();
})();
