-- Append messages to one session: number them, keep the window, and tell the archive - or write nothing at all.
--
-- Running it again with the same messages changes nothing and answers the same, so a lost reply may be retried.
-- The clock is the server's. Every key is in KEYS; all share the slot of the user's bucket.
--
-- KEYS  session, messages, ids, deadlines, outbox
-- ARGV  1 epoch ('' while the archive has not been asked)  2 floor: number of the newest message before this epoch
--       3 '1' when older messages exist or may exist       4 '1' when the client's ids were looked up in the archive
--       5 milliseconds to live   6 most messages in the window   7 most tokens in the window
--       8 member of the deadlines set   9 wake message   10 user id   11 metadata as JSON, '' keeps what there is
--       12 entry that ends the session, '' does not   13 how many known ids follow
--       known: id, 'seq:epoch:hash'
--       message: id, hash, tokens, '1' when the client chose the id, item before and after its number, outbox entry
--
-- Replies {'cold'}: no session here, and the archive has not been asked
--         {'check'}: an id the client chose is unknown here and may be in the archive
--         {'mismatch', id}: that id names other content
--         {'ok', epoch, expires, then per message: seq, epoch, 1 when new}
local session, messages, ids, deadlines, outbox = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local KNOWN, WIDTH = 14, 7

local function whole(number)
    return string.format('%.0f', number)
end

local state = redis.call('HMGET', session, 'epoch', 'seq', 'past', 'tokens', 'count', 'expires')
local live = state[1]
if not live and ARGV[1] == '' then
    return {'cold'}
end
local past = ARGV[3]
if live then
    past = state[3]
end

local known = {}
local first = KNOWN + 2 * tonumber(ARGV[13])
for at = KNOWN, first - 1, 2 do
    known[ARGV[at]] = ARGV[at + 1]
end

-- What is there already, before anything is written.
local there, hashes, fresh, unsure = {}, {}, 0, false
for at = first, #ARGV, WIDTH do
    local id, hash = ARGV[at], ARGV[at + 1]
    local said = redis.call('HGET', ids, id) or known[id]
    if said then
        there[id] = said
        hashes[id] = string.match(said, '^%d+:%d+:(.*)$')
    elseif not hashes[id] then
        hashes[id] = hash
        fresh = fresh + 1
        unsure = unsure or (ARGV[at + 3] == '1' and past == '1' and ARGV[4] ~= '1')
    end
    if hashes[id] ~= hash then
        return {'mismatch', id}
    end
end
if unsure then
    return {'check'}
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local expires = now + tonumber(ARGV[5])
local epoch = live or ARGV[1]
local seq = tonumber(live and state[2] or ARGV[2])
local tokens = tonumber(state[4] or '0')

if fresh > 0 then
    for at = first, #ARGV, WIDTH do
        local id = ARGV[at]
        if not there[id] then
            seq = seq + 1
            local number = whole(seq)
            redis.call('RPUSH', messages, '{"seq":' .. number .. ARGV[at + 4] .. number .. ARGV[at + 5])
            tokens = tokens + tonumber(ARGV[at + 2])
            there[id] = number .. ':' .. epoch .. ':' .. ARGV[at + 1]
            known[id] = there[id]
            redis.call('XADD', outbox, '*', 's', ARGV[8], 'm', '{"epoch":' .. epoch .. ',"seq":' .. number ..
                ',"now":' .. whole(now) .. ',"expires":' .. whole(expires) .. ',' .. ARGV[at + 6])
            -- A mark that this call put it there, for the reply.
            hashes[id] = false
        end
    end
    -- The window: oldest first out, by number and by tokens; one message stays whatever its size.
    local length = redis.call('LLEN', messages)
    while length > 1 and (length > tonumber(ARGV[6]) or tokens > tonumber(ARGV[7])) do
        local item = redis.call('LPOP', messages)
        tokens = tokens - tonumber(string.match(item, '"tokens":(%d+)}$') or '0')
        length = length - 1
    end
    if not live then
        redis.call('HSET', session, 'user_id', ARGV[10], 'start_time', whole(now), 'epoch', epoch,
            'floor', ARGV[2], 'past', past, 'metadata', '{}')
    end
    if ARGV[11] ~= '' then
        redis.call('HSET', session, 'metadata', ARGV[11])
    end
    redis.call('HSET', session, 'seq', whole(seq), 'tokens', whole(tokens), 'last_active', whole(now),
        'count', whole(tonumber(state[5] or '0') + fresh), 'expires', whole(expires), 'state', 'open')
    if ARGV[12] ~= '' then
        redis.call('HSET', session, 'state', 'ended')
        redis.call('XADD', outbox, '*', 's', ARGV[8], 'm', ARGV[12])
        redis.call('ZADD', deadlines, whole(now), ARGV[8])
    else
        redis.call('ZADD', deadlines, whole(expires), ARGV[8])
    end
else
    expires = tonumber(state[6] or '0')
end

if fresh > 0 or live then
    for id, said in pairs(known) do
        redis.call('HSET', ids, id, said)
    end
    for _, key in ipairs({session, messages, ids}) do
        redis.call('PEXPIREAT', key, whole(expires))
    end
end
if fresh > 0 then
    redis.call('PUBLISH', 'jide:wake', ARGV[9])
end

local reply = {'ok', tonumber(epoch), expires}
for at = first, #ARGV, WIDTH do
    local id = ARGV[at]
    local number, age = string.match(there[id], '^(%d+):(%d+):')
    reply[#reply + 1] = tonumber(number)
    reply[#reply + 1] = tonumber(age)
    reply[#reply + 1] = hashes[id] == false and 1 or 0
    hashes[id] = ''
end
return reply
