// Starts what the pages do beside being read. Every module only adds to a page that works without it.
import { startCopying } from "./copy.js";
import { startPins } from "./pins.js";
import { startAsking } from "./ask.js";
import { startKeys } from "./keys.js";
import { startSlip } from "./slip.js";
import { startWalking } from "./walk.js";

startPins();
startCopying();
startAsking();
startKeys();
startWalking();
startSlip();
