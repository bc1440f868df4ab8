/** The arms in turn: from call to call, and within a call from the last that was asked. */
export function inTurn(names) {
  let next = 0;
  return (last) => names[(last === undefined ? next++ : names.indexOf(last) + 1) % names.length];
}
