// What an address asks for is not there, or asks wrongly: shown as a page that helps.
export class Missing extends Error {
  constructor(status, message, place = "error.") {
    super(String(message));
    this.status = status;
    this.shown = message;
    this.place = place;
  }
}
