/**
 * What changes the problems in Redis, each in one step: what a script did, everybody sees whole or not at all. Whatever
 * happened is also an entry of the log, from which every service makes the same problems.
 */

/** The next entry of the log; its number is the answer. */
const APPEND = `
local function append(mark, name, by, record)
  local position = redis.call('INCR', KEYS[1])
  redis.call('XADD', KEYS[2], position .. '-0', 'mark', mark, 'name', name, 'by', by, 'record', record)
  return position
end
`;

/** A number as a member of a sorted set: as text, so that those of one moment are in order, too. */
const NUMBER = `
local function member(number) return string.format('%016d', number) end
`;

/**
 * KEYS: position, log, marks, definitions. ARGV: by, name, mark, definition, most problems.
 * Gives the mark that the name has, and the position; the mark is empty if there are too many.
 */
export const CREATE = `${APPEND}
local by, name, mark, definition, most = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local known = redis.call('HGET', KEYS[3], name)
if known then return { known, tonumber(redis.call('GET', KEYS[1]) or 0) } end
if redis.call('HLEN', KEYS[3]) >= most then return { '', 0 } end
redis.call('HSET', KEYS[3], name, mark)
redis.call('HSET', KEYS[4], mark, definition)
return { mark, append(mark, name, by, '{"made":' .. definition .. '}') }
`;

/** KEYS: position, log, marks, definitions, and the problem's own. ARGV: by, name, mark. The position; 0 if it is gone. */
export const REMOVE = `${APPEND}
local by, name, mark = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HGET', KEYS[3], name) ~= mark then return 0 end
redis.call('HDEL', KEYS[3], name)
redis.call('HDEL', KEYS[4], mark)
for i = 5, #KEYS do redis.call('UNLINK', KEYS[i]) end
return append(mark, name, by, '{"removed":true}')
`;

/**
 * KEYS: position, log, marks, waiting, forgotten, counts. ARGV: by, name, mark, milliseconds after which a decision is
 * forgotten, most that may wait, most forgotten ones that are remembered, and the tail of each decision's entry.
 * Gives the number of the first, and the position; 0 and 0 if the problem is gone.
 */
export const DECIDE = `${APPEND}${NUMBER}
local by, name, mark = ARGV[1], ARGV[2], ARGV[3]
local patience, mostWaiting, mostForgotten = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if redis.call('HGET', KEYS[3], name) ~= mark then return { 0, 0 } end
local time = redis.call('TIME')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
local count = #ARGV - 6
local overdue = redis.call('ZCOUNT', KEYS[4], '-inf', '(' .. string.format('%.0f', at - patience))
local excess = redis.call('ZCARD', KEYS[4]) + count - mostWaiting
local forgot = {}
local most = math.max(overdue, excess)
if most > 0 then
  for _, number in ipairs(redis.call('ZRANGE', KEYS[4], 0, most - 1)) do
    redis.call('ZREM', KEYS[4], number)
    redis.call('ZADD', KEYS[5], redis.call('HINCRBY', KEYS[6], 'forgets', 1), number)
    forgot[#forgot + 1] = string.format('%d', tonumber(number))
  end
  local tooMany = redis.call('ZCARD', KEYS[5]) - mostForgotten
  if tooMany > 0 then
    local floor = tonumber(redis.call('HGET', KEYS[6], 'floor') or 0)
    for _, number in ipairs(redis.call('ZRANGE', KEYS[5], 0, tooMany - 1)) do
      floor = math.max(floor, tonumber(number))
      redis.call('ZREM', KEYS[5], number)
    end
    redis.call('HSET', KEYS[6], 'floor', string.format('%d', floor))
  end
end
local first = redis.call('HINCRBY', KEYS[6], 'last', count) - count + 1
local decided = {}
for i = 1, count do
  local number = first + i - 1
  redis.call('ZADD', KEYS[4], string.format('%.0f', at), member(number))
  decided[i] = '[' .. string.format('%d', number) .. ',' .. ARGV[6 + i] .. ']'
end
local record = '{"decided":[' .. table.concat(decided, ',') .. '],"at":' .. string.format('%.0f', at)
if #forgot > 0 then record = record .. ',"forgot":[' .. table.concat(forgot, ',') .. ']' end
return { first, append(mark, name, by, record .. '}') }
`;

/**
 * KEYS: position, log, marks, waiting, forgotten, counts. ARGV: by, name, mark, and for each outcome the number of its
 * decision, or nothing, and the tail of its entry. An outcome counts if its decision waits, and then it waits no more.
 * Gives how many counted, were there before, and are of nobody, and the position; −1 four times if the problem is gone.
 */
export const OBSERVE = `${APPEND}${NUMBER}
local by, name, mark = ARGV[1], ARGV[2], ARGV[3]
if redis.call('HGET', KEYS[3], name) ~= mark then return { -1, -1, -1, -1 } end
local last = tonumber(redis.call('HGET', KEYS[6], 'last') or 0)
local floor = tonumber(redis.call('HGET', KEYS[6], 'floor') or 0)
local observed, repeated, unknown = {}, 0, 0
for i = 4, #ARGV, 2 do
  local number = tonumber(ARGV[i])
  if number and redis.call('ZREM', KEYS[4], member(number)) == 1 then
    observed[#observed + 1] = '[' .. ARGV[i] .. ',' .. ARGV[i + 1] .. ']'
  elseif number and number > floor and number <= last and not redis.call('ZSCORE', KEYS[5], member(number)) then
    repeated = repeated + 1
  else
    unknown = unknown + 1
  end
end
local position = tonumber(redis.call('GET', KEYS[1]) or 0)
if #observed > 0 then
  position = append(mark, name, by, '{"observed":[' .. table.concat(observed, ',') .. ']}')
end
return { #observed, repeated, unknown, position }
`;

/**
 * KEYS: position, marks, saved. ARGV: name, mark, position, document. Kept unless the problem is gone, a newer one is
 * there, or Redis knows nothing of that position: it may have lost what came last.
 */
export const SAVE = `
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
local position = tonumber(ARGV[3])
if position > tonumber(redis.call('GET', KEYS[1]) or 0) then return 0 end
if tonumber(redis.call('HGET', KEYS[3], 'position') or -1) >= position then return 0 end
redis.call('HSET', KEYS[3], 'position', ARGV[3], 'document', ARGV[4])
return 1
`;
