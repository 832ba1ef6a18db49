// What an address asks for stands at another one.
export class Moved extends Error {
  constructor(status, address) {
    super(address);
    this.status = status;
    this.address = address;
  }
}

// What an address asks for is not there, or asks wrongly: shown as a page that helps.
export class Missing extends Error {
  constructor(status, message, place = "error.") {
    super(String(message));
    this.status = status;
    this.shown = message;
    this.place = place;
  }
}
