/** What a thread of `reproduce` does. */
export { playPart } from "@mulligan/paper";
