-- End one session: its closing pass comes after whatever the outbox holds of it. Running it again changes nothing.
--
-- KEYS  session, deadlines, outbox
-- ARGV  1 member of the deadlines set   2 wake message   3 entry that ends the session
--       4 '1' when the archive knows the session, '' when only Redis can
-- Replies 0: no such session here, nothing written   1: ended
local state = redis.call('HGET', KEYS[1], 'state')
if not state and ARGV[4] ~= '1' then
    return 0
end
if state ~= 'ended' then
    local time = redis.call('TIME')
    local now = string.format('%.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
    if state then
        redis.call('HSET', KEYS[1], 'state', 'ended')
    end
    redis.call('ZADD', KEYS[2], now, ARGV[1])
    redis.call('XADD', KEYS[3], '*', 's', ARGV[1], 'm', ARGV[3])
    redis.call('PUBLISH', 'jide:wake', ARGV[2])
end
return 1
