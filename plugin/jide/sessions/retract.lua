-- Take back messages that the archive refused right after they were appended here; their numbers are not given again.
--
-- KEYS  session, messages, ids, outbox
-- ARGV  1 member of the deadlines set, then the ids of the messages
-- Replies how many were taken out of the window
local gone, taken, tokens = {}, 0, 0
for at = 2, #ARGV do
    gone[ARGV[at]] = true
    redis.call('HDEL', KEYS[3], ARGV[at])
end
for _, item in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
    local message = cjson.decode(item)
    if gone[message.message_id] then
        redis.call('LREM', KEYS[2], -1, item)
        taken = taken + 1
        tokens = tokens + message.tokens
    end
end
if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('HINCRBY', KEYS[1], 'count', -taken)
    redis.call('HINCRBY', KEYS[1], 'tokens', -tokens)
end
-- They were appended a moment ago, so they stand near the end.
for _, entry in ipairs(redis.call('XREVRANGE', KEYS[4], '+', '-', 'COUNT', 1000)) do
    local fields = entry[2]
    local readable, body = pcall(cjson.decode, fields[4] or '')
    if fields[2] == ARGV[1] and readable and type(body) == 'table' and gone[body.message_id] then
        redis.call('XDEL', KEYS[4], entry[1])
    end
end
return taken
