/// The words of generated passphrases.
package enum PassphraseWords {
    /// All words, in alphabetical order.
    package static var all: [[UInt8]] {
        WordList.entries().map { entry in
            entry.withBytes { letters in (0..<letters.count).map { letters[$0] } }
        }
    }
}

/// The words of passphrases: short, common English words, chosen for this project.
///
/// Each has three to six letters and occurs once. Inflected forms of other words and offensive words are left
/// out.
enum WordList {
    /// A word, as a range of the list's text. A word that is chosen for a password is never copied letter by
    /// letter.
    struct Entry: Sendable {
        fileprivate let range: Range<Int>

        /// The number of letters.
        var length: Int { range.count }

        /// A letter, in ASCII.
        subscript(index: Int) -> UInt8 { withBytes { $0[index] } }

        /// Calls `body` with the letters, in ASCII.
        func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
            withText { body($0.extracting(range)) }
        }
    }

    /// The words that have only an alphabet's letters, in alphabetical order.
    static func entries(of alphabet: CharacterClass = .lower) -> [Entry] {
        withText { text in
            var entries: [Entry] = []
            var start = 0
            var isPermitted = true
            for index in 0...text.count {
                let isLetter = index < text.count && text[index] > 0x20
                if isLetter {
                    if !alphabet.contains(UInt32(text[index])) { isPermitted = false }
                } else {
                    if isPermitted, index > start { entries.append(Entry(range: start..<index)) }
                    start = index + 1
                    isPermitted = true
                }
            }
            return entries
        }
    }

    private static func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        text.withUTF8Buffer { bytes in
            // SAFETY: literals are static.
            body(unsafe Span(_unsafeElements: bytes))
        }
    }

    /// The words, separated by spaces and line feeds. They are sorted, so that each has one position.
    private static var text: StaticString {
        """
        abacus abide ablaze able aboard abode abound about above abroad abrupt absent absorb absurd abuzz
        abyss accent accept access accord ace acid acidic acorn acre across act action active actor actual
        acute adapt add adder adept adhere adjust admire admit adopt adore adorn adrift adverb advice aerial
        afar affirm affix afford afield afloat afoot afraid afresh after again age agency agenda agent agile
        aglow ago agree ahead aide aim air airbag airbed airman airway airy aisle ajar akin alarm album alcove
        alert algae alias alibi alight align alike alive all alley allow alloy almond almost aloe aloft alone
        along aloof aloud alpaca alpha alpine also alter alto always amaze amber amble amend amid among amount
        ample amulet amuse anchor and anew anger angle angler angry animal anime ankle anklet annoy annual
        answer anthem antics antler antsy anvil any anyhow anyone anyway apart apathy apex aphid apiece appeal
        appear apple apply apron apt aptly aqua arc arcade arch archer are area arena argue aria arid arise
        arisen armful aroma arose around array arrive arrow art artful artist artsy arty ascend ascent ashore
        aside ask askew asleep aspect aspen aspire assert assess asset assign assist assort assume assure
        astray astute atlas atom atop atrium attach attain attend attic attire attune auburn audio audit aunt
        aura aurora author auto autumn avatar avenue avert avid avoid await awake awaken award aware awash
        away awe awhile awning awoke awoken axis axle azure
        babble baby back backer backup bacon bad badge badger badly baffle bag bagel bagful baggy bait bake
        baker bakery bale ball ballad ballet balm balmy balsa bamboo banana band bandit bangle banish banjo
        bank banker banner banter bar barber barely barge bark barley barn baron barrel barrow barter base
        basic basil basin basis bask basket basted bat batch bath bathe bather baton batter bauble bay bazaar
        beach beacon bead beady beagle beak beaker beam bean beanie bear beard bearer beaten beauty became
        beckon become bed bee beef beefy beep beeper beet beetle before beg began begin begun behalf behave
        behold beige belief bell bellow belong below belt beluga bench bend bendy beret berry beside best
        bestow bet beta better beware beyond bib bicker bid bidder bide big bigger bigwig bike biker bill
        billow bin binary bind binder bingo bionic biped birch bird birdie bisect bison bistro bit bite bitten
        bitter blade blame bland blank blare blaze blazer bleach bleak bleary bleat bleep blend blimp blink
        blip bliss blob block blocky blog bloom blot blotch blouse blue bluest bluff bluish blur blurb blurry
        blurt blush boa boar board boast boat boater bob bobbin bobcat boggle bogus boil boiler bold boldly
        bolt bonbon bond bonnet bonsai bonus boogie book boom boost boot booth border bored boring born borrow
        boss botany botch both bother bottle bought bounce bouncy bound bounty bout bow bowl bowler box boxcar
        boxer boxy brace brag braid brain brainy brake bran branch brand brash brass brassy brave braver bravo
        brawn brawny bray brazen breach bread breath breeze breezy brick bride bridge bridle brief bright brim
        brine bring brink briny brisk broad broil broke broken broker bronco bronze brooch brood brook broom
        broth brow browse brunch brush bubble bubbly bucket buckle buddy budge budget budgie buffed buffer
        buffet bug buggy bugle bugler build built bulb bulk bulky bull bumble bump bumper bumpy bun bunch
        bundle bungee bunk bunker bunny buoy burden bureau burger burlap burly burner burrow burst bus bushel
        bushy busier busily bustle busy but butler butter button buy buyer buzz buzzer bygone bypass
        cab cabin cable cackle cactus cadet cafe cage cake calf calico call caller calm calmer calmly came
        cameo camera camp camper campus can canal canary cancel candid candle candy cane canine cannot canoe
        canopy canter canvas canyon cap cape caper carbon card cardio care career cargo carp carpet carrot
        carry cart carton carve carver case cash cashew cast caster castle casual cat catch catchy cater
        catnap catnip cattle caught cause cave cavern cease cedar celery cellar cello cement census cereal
        chain chair chalet chalk chalky champ chance change chant chaos chap charge charm chart chase chasm
        chat chatty cheap check cheek cheeky cheer cheery cheese cheesy chef chess chest chew chewy chief
        child chill chilly chime chin chip chirp chirpy chisel chive choice choir chomp choose choosy chop
        choppy chord chore chorus chose chosen chrome chum chummy chunk churn churro chute cicada cinch cinder
        cinema circle circus citrus city civic civil clad claim clam clammy clamp clang clank clash clasp
        class classy clause claw clay clean clear cleat clef clench clerk clever click client cliff climb
        clinch cling clingy clinic clip cloak clock clog clone close closer cloth clothe cloud cloudy clove
        clover clown club clue clump clumpy clumsy clung clunk clunky clutch coach coal coast coat coax cob
        cobalt cobble cobra cobweb cocoa cocoon cod code coder coffee cog coil coin cola cold colder coldly
        collar collie colt column comb combo comedy comet comfy comic comma commit common compel comply conch
        condo condor cone confer convex convey convoy cooing cook cooker cookie cool cooler coolly coop cope
        copier copper copy coral core corgi cork corn corner cornet corny corral cosine cosmic cosmos cost
        costly cot cotton couch could count county couple coupon course court cousin cove cover covert cow
        cowboy cower coy coyly coyote crab crabby cradle craft crafty cram crane crank cranky crate crater
        crave crawl crawly crayon cream crease create credit creek crepe crept cress crest crew crib crimp
        cringe crisp crispy critic crocus croon crop crouch crow crowd crown cruise crumb crunch crush crust
        crusty cry cub cube cubic cuboid cuddle cuddly cue cuff cup cupful curd curdle cure curfew curl curler
        curly cursor curtsy curve custom cut cute cutely cuter cutest cutlet cutoff cutout cutter cyan cyborg
        cycle cyclic cygnet
        dab dabble dad daily dainty dairy daisy dale damage damp dampen damper damsel dance dancer dandy
        danger dangle dangly dapper dapple dare dark darken darker darkly dart dash data date dawdle dawn day
        daze dazzle deal dealt dean dearly debate debit debris debt debug debunk debut decade decaf decal
        decent decide deck decode decor decoy decree deduce deduct deed deem deep deepen deeper deeply deer
        defeat defect defend defer define deft deftly defy degree delay delete deli delta deluge deluxe delve
        demand demo demote den denial denim dense denser dent dental deny depart depend depict deploy depot
        depth deputy derail desert design desk detach detail detain detect deter detour device devise devote
        devour dewy dial diced dicey did diesel differ dig digest digger digit dill dilute dim dime dimly
        dimmer dimple din dine diner dinghy dingo dinky dinner dip dipper dire direct dirt disco discus dish
        dismal dismay disown dispel ditch ditto diva dive diver divert divide divot doable docile dock docket
        doctor dodge dodger does dog doily doing doll dollar dollop domain dome domino donate done donkey
        donor doodle door dorm dot double doubly doubt dough doughy douse dove dowel down downy doze dozen
        drab drag dragon drain drake drama drape draw drawer drawl drawn dread dream dreamy dreary drench
        dress dressy drift drill drip drippy drive driven driver drone droop droopy drop drove drowsy drudge
        drum dry dryer dual dubbed duck duct due duet dug dugout duke dull dully duly dune dunk duo duplex
        during dusk dust duster dusty duty duvet dwell dynamo
        each eager eagle eaglet ear earbud earful earl early earn earner earth earthy earwig ease easel easier
        easily east easy eat eaten eater eatery ebb echo eclair edge edgy edible edit editor eel eerie effect
        effort egg eggcup ego egret eight eighth eighty either eject elapse elated elbow elder eldest eleven
        elf elfin elixir elk elm elope else elude elves email embark embed ember emblem embody emboss emerge
        emit emoji empire employ empty emu enable enact enamel encase encode encore end endure energy engage
        engine engulf enigma enjoy enough enrich ensure enter entire entity entrap entree entry envy enzyme
        epic epoch epoxy equal equate equip era erase eraser erode errand error erupt escape essay estate etch
        ethics evade even evenly event ever every evoke evolve exact exam exceed excel excess excuse exempt
        exert exhale exist exit expand expect expel expert export extend extent extra eye eyeful eyelet eyelid
        fable fabric facade face facet fact factor fad fade fail fair fairer fairly fajita fake faker falcon
        fall fallen false falter fame family famous fan fancy fang far farce farm farmer fast fasten faster
        fate father fathom faucet fault faulty fauna fawn fax fear feast fed fedora fee feeder feel feet
        feisty feline fell fellow felt fence fencer fender fennel fern ferret ferry feta fetch few fewer
        fiasco fib fibber fickle fiddle fiddly fidget field fierce fiery fiesta fifth fifty fig figure file
        fill filler fillet film filmy filter fin final finale finch find finder fine finely finer finery
        finest finish finite fire firm firmly first fiscal fish fisher fishy fit fitful fitter five fix fixer
        fizz fizzle fizzy flag flail flake flaky flame flan flank flap flare flash flashy flask flat flatly
        flaunt flaw flax fleck fled flee fleece fleecy fleet flew flex flick flight flimsy flinch flint flip
        float floaty flock flood floor flop floppy flora floral floss floury flow flower flown fluent fluff
        fluffy fluke flung flurry flush flute flux fly foal foam foamy focal focus fodder foe fog foggy foil
        fold folder folk folksy follow folly fond fondly fondue font food fooled foot footer forage forbid
        force forest forge forget forgot fork form formal format former fort forth forty forum fossil foster
        found four fowl fox foyer frame framer fray free freely freeze frenzy fresh fret fridge friend fright
        frill frilly fringe frisk frizz frizzy frock frog froggy frolic from frond front frost frosty froth
        frothy frown froze frozen frugal fruit fry fryer fudge fuel full fuller fully fumble fume fun fund
        fungus funky funnel funny fur furrow furry fury fuse fusion fuss fussy futile futon future fuzz fuzzy
        gable gadget gaggle gain gala galaxy gale galley gallon gallop galore game gamer gander gap gape
        garage garble garden gargle garlic garnet gasket gasp gate gather gaudy gauge gauze gauzy gave gavel
        gawk gaze gazebo gear gecko geese gel gelato gem genie genius genre gentle gently gerbil get geyser
        giant gibbon giddy gift gig giggle giggly gilded gill ginger girder gist give given giver gizmo glad
        glade gladly glance glare glass glassy glaze gleam glean glee glide glider glint glitch glitzy gloat
        glob global globe gloom gloomy gloss glossy glove glow glue gluey glum glumly gluten gnarly gnat gnaw
        gnome goad goal goalie goat goatee gobble goblet goblin goes goggle going gold golf golfer gone gong
        good gooey goof goofy goose gopher gorge gossip got gotten gouge gourd govern gown grab grade grader
        graft grain grainy gram grand granny grant grape graph grasp grass grassy grated grater gravel gravy
        graze grease great greed greedy green greet grew grid grill grim grime grimly grimy grin grind grip
        gripe grit gritty grocer groove groovy grotto grouch ground group grouse grout grove grovel grow
        grower growl grown growth grub grubby grudge gruel gruff grumpy grunt guard guava guess guest guide
        guild guilt guitar gulf gull gully gulp gum gumbo gummy guppy gurgle gush gust gusto gusty gutsy
        gutter guy guzzle gym
        habit hack hacker had haggle haiku hail hair hairdo half hall halt halter halve ham hammer hamper hand
        handle handy hanger happen happy hardly hardy harp harrow harsh has hassle haste hasten hasty hat
        hatch hatter haul hauler haunt have haven havoc hawk hay hazard haze hazel hazily hazy headed header
        heady health heap hear heart hearth hearty heat heater heave heavy heckle hectic hedge heed hefty
        height held helium helix hello helm helmet help helper hem hen hence her herald herb herbal herd
        herder hermit hero heroic heron hers heyday hiccup hid hidden hide higher highly hike hiker hill hilly
        him hinder hinge hint hip hippo hire his hiss hitch hive hoard hoax hobble hobby hockey hoist hold
        holder holler hollow holly home hone honest honey honk hoodie hoof hook hoop hoopla hoot hop hope
        hopper horn hornet horrid horse hose host hostel hotdog hotel hound hour hourly house hover how howl
        howler hub hubbub hubcap huddle hue hug huge hugely hull hum human humane humble humbly humbug humid
        hummus hunch hunger hungry hunt hunter hurdle hurl hurry hush husk husky hut hutch hybrid hyena hype
        hyper hyphen
        ice icebox icicle icon iconic icy idea ideal idiom idle idly iffy igloo ignite ignore iguana image
        impact impala impart impede impish imply import impose inborn inbox inch income indeed indent index
        indie indigo indoor induce infant infer inflow influx inform infuse ingest inhale ink inky inlaid
        inland inlay inlet inn inner input inseam insect inset inside insist insole instep intact intake
        intend intent intern into intro invent invert invest invite invoke inward ion iris iron ironic irony
        island issue italic item itself ivory ivy
        jabber jackal jacket jade jagged jaguar jam jangle jar jargon jaunt jaunty jaw jazz jazzy jeans jeer
        jelly jerky jest jester jet jetty jewel jig jigsaw jingle jinx jockey jog jogger join joiner joke
        joker jokey jolly jolt jostle jot joust jovial joy joyful joyous judge judo jug juggle juice juicer
        juicy jumble jumbo jump jumper jumpy jungle junior juror jury just justly
        kale karate kayak kazoo keel keen keener keenly keep keeper kelp kennel kept kernel kettle key keypad
        khaki kick kicker kid kiln kilo kilt kimono kin kind kinder kindle kindly king kingly kiosk kipper kit
        kite kitten kitty kiwi knack knee knit knock knoll know known koala koi kooky krill kudos
        label lace lack lacy ladder ladle lady lagoon lake lamb lamp lance land lander lane lanky lap lapdog
        lapel lapse laptop larder large larger lark laser lasso last lastly latch late lately later latest
        lather latte laugh launch laurel lava lavish law lawful lawn lawyer lay layer layout lazily lazy lead
        leader leaf leafy league leak leaky lean leaner leap learn lease leash least leave ledge ledger leeway
        left leg legacy legal legend legume lemon lemony lemur lend lender length lens lentil less lesson let
        letter level lever lid life lift light like likely lilac lily limb lime limit line linear linen liner
        lineup linger link lint lion lip liquid list listen lit litmus litter little live lively liven lizard
        llama load loaf loan lobby local locate lock locker locket locust lodge lodger loft lofty log logger
        logic login logjam logo logout lonely long longer look loom loop lorry lost lot lotion lotus loud
        louder loudly lounge love lovely low lower lowly loyal luck lucky lull lumber lump lumpy lunar lunch
        lung lunge lute luxury lynx lyric
        macaw macro made magic magma magnet magpie mail main mainly major make maker makeup mall mallet mammal
        man manage mango manner manta mantis manual many map maple maraca marble march margin marina marine
        mark marker market marmot maroon marsh marvel mascot mash mask mason mass mast mat match mate matrix
        matter mature mauve maybe maze meadow meal mean meant media median medic medium medley meek meekly
        meet mellow melody melon melt member memo memory mend mender mentor menu meow mercy mere merely merge
        merit merry mesh mess messy met metal meteor method metric metro micro midair midday middle midst
        midway might mighty mild mildly mile milk milky mill miller millet mime mimic mince mind minder mine
        miner mingle mini minnow mint minty minus minute mirage mirror mishap mislay misled miss mist mister
        misty mitt mitten mix mixer moat mobile mocha mock mode model modem modern modest modify module moist
        molar mole molten moment money month mood moody moon moose mop mope moral more morsel mortar mosaic
        moss mossy most mostly motel moth mother motion motive motor motto mound mount mouse mouth move mover
        movie mow mower much mud muddle muddy muesli muffin muffle mug muggy mulch mule mumble munch mural
        murky murmur muscle museum mush mushy music must mutter mutual myself myth
        nacho nail name namely nanny nap napkin narrow nation nature naval navy near nearby nearer nearly neat
        neater neatly nebula neck nectar need needle neigh neon nephew nerve nest nestle net nettle never new
        newer newest newly news newt next nibble nice nicely nicer nicest nickel niece nifty night nil nimble
        nine ninety ninja ninth noble nobody nod node noise noisy nomad none noodle nook noon nor normal north
        nose nosy notch note notice notify notion noun nova novel novice now nozzle nudge nugget null numb
        number nurse nutmeg nuzzle nylon
        oak oar oasis oat obey object oblige oblong oboe obtain obtuse occupy occur ocean ocelot octave odd
        oddity oddly off offer office offset often oil oily okra old older oldest olive omit once one onion
        online only onset onto onward onyx opal opaque open opener openly opera oppose opt optic option orange
        orbit orca orchid order origin oriole ornate osprey other otter ought ounce our out outage outbid
        outbox outcry outdo outer outfit outfox outlay outlet output outran outrun outset outwit oval oven
        over overdo overly owe owl own owner oxide oxygen oyster ozone
        pace pacer pack packer packet pad paddle page paid paint pair pal palace pale pallet palm pamper pan
        panda pane panel panic pantry papaya paper parade parcel pardon parent park parka parody parrot part
        partly party pass past pasta paste pastel pastry pat patch patchy patent path patio patrol patron
        patty pause pave paw pay payday payer pea peace peach peachy peak peanut pearl pearly pebble pecan
        peck pedal peel peeler peep peg pellet pen pencil penny people pepper peppy perch perk perky permit
        person pester pestle pesto pet petal petrol petty phase phone photo photon phrase piano pick picker
        pickle pickup picky picnic pie pier pigeon piglet pile pillar pillow pilot pin pincer pinch pine ping
        pink pint pipe piper pirate piston pit pitch pity pivot pixel pixie pizza place placid plaid plan
        plane planet plank plant plate play player plaza plead please pleat pledge plenty pliers plod plot
        pluck plucky plug plugin plum plume plunge plural plus plush pocket pod podium poem poet poetic poetry
        point pointy poise poke poker polar pole policy polish polite polka pollen polo poncho pond ponder
        pony poodle pool pop poplar poppy porch port portal porter pose posh possum post postal poster potato
        potion potter pouch pounce pound pour pout powder power praise prance prank prawn prefer prefix preset
        press pretty price pride prime primer prince print prior prism prize prod profit prompt prong proof
        prop propel proper prose proton proud prove proven prowl proxy prune pry public puck puddle puff
        puffer puffin puffy pull pulley pulp pulse puma pump pun punch pup pupil puppet puppy pure purely
        purer purest purple purr purse pursue push pushup put putty puzzle pylon python
        quack quail quaint quake quarry quart quartz queen quench query quest quick quiet quill quilt quirk
        quirky quit quiver quiz quota quote
        rabbit raced racer racing racket radar radio radish radius raffle raft rafter ragged rail rain rainy
        raise raisin rake rally ram ramble ramen ramp ran ranch random range ranger rank rapid rare rarely
        rarest rarity rascal rate rather ratio ration rattle raven ravine ray reach react reader ready real
        really realm reason rebate rebel rebook reboot recall recap recede recent recess recipe recite reckon
        recoil record recur red redeem redial redo redone redraw reduce reed reef refer refill refine refit
        reflex reform refuel refund refuse regain regal regard region regret regrow reheat rehire reject
        rejoin relate relax relay relent relic relief relish relive reload rely remade remain remake remark
        remedy remind remix remote remove rename render renew rent rental renter reopen repack repaid repair
        repay repeat repel replay reply report reread rerun resale rescue resell resend resent reset reside
        resin resist resize resort rest result resume retail retain retake retell retest retire retold retro
        retry return retype reuse reveal revert review revise revive reward rewind rewire reword rework rhino
        rhyme rhythm ribbon rice rich richer richly riddle ride rider ridge rift right rigid ring ringer rink
        rinse ripe ripen ripest ripple rise risen risk risky rival river rivet road roam roar roast robe robin
        robot robust rock rocker rocket rocky rodent rodeo roll roller romp roof roofer rookie room roomy
        roost root rope rose roster rosy rotary rotate rotor rough round router rover row rowdy rower royal
        rubble ruby rudder ruffle rug rugby ruin rule ruler rumble run rung runner runway rural rush rust
        rustic rustle rusty rye
        sack sad sadden saddle sadly safari safe safely safer safest safety saga sage said sail sailor salad
        salami salmon salon salsa salt salty salute same sample sand sandal sander sandy sang sap sash sat
        satin sauce saucer sauna save saver saw say scale scaly scan scarce scare scarf scary scene scenic
        scent scheme school scoff scold scone scoop scoot scope scorch score scorer scorn scout scowl scrap
        scrape scrawl screen scribe script scroll scrub scrum scuba scuff sculpt scurry sea seabed seal sealer
        search season seat second secret sector secure sedan seed seeing seek seeker seem seep seesaw seize
        seldom select self sell seller send sender senior sense sensor sentry sequel sequin serene series
        serve server sesame set setter settle setup seven severe sew sewn shabby shack shade shadow shady
        shake shaken shaker shaky shall shape shaper shard share shark sharp shawl she sheep sheer sheet shelf
        shell shield shift shin shine shiny ship shirt shiver shoal shock shoe shone shook shop shore short
        should shout shove shovel show shower shown showy shred shrew shriek shrill shrimp shrink shrub shrug
        shut shy shyly side sieve sift sifter sigh sight sign signal signup silent silk silken silky silly
        silo silver simile simmer simple simply since sing singer single sink sinker sip sir siren sister sit
        sitter six sixth sixty size sizzle skate skater sketch skewer ski skid skier skill skim skip skirt
        skit sky slab slack slalom slam slang slate sled sleek sleep sleepy sleet sleeve sleigh slept sleuth
        slice slicer slick slid slide slider slight slim slime slimy sling slip sliver slog slogan slope slot
        sloth slouch slow slower slowly sludge slug slump slurp slush slushy sly small smart smash smell smile
        smiley smirk smock smog smoky smooth smudge snack snag snail snake snap snappy snare snarl snazzy
        sneak sneaky sneeze snip snoop snooze snore snout snow snowy snug snugly soak soap soapy soar soccer
        social sock socket soda sodium sofa soft soften softly soggy soil solar sold solder sole solely solemn
        solid solo solve solver some sonar sonata song sonic sonnet soon sooner soot soothe sorrow sorry sort
        sound soup sour source south soy spa space spam span spare spark sparse speak speck speech speed
        speedy spell spend spent sphere sphinx spice spicy spider spike spiky spill spin spine spiral spire
        splash splat splice splint split spoil spoke spoken sponge spongy spoof spooky spool spoon sport
        sporty spot spouse spout sprang sprawl spray spread spree sprig spring sprint sprite sprout spruce
        sprung spun spur spy squad square squash squawk squeak squeal squid squire squirm squish stable stack
        staff stage stair stale stall stamp stance stand stanza staple star starch starry start state static
        statue status stay steady steak steam steed steel steep steer stem step stereo stern stew stick sticky
        still stilt sting stint stir stitch stoat stock stomp stone stood stop store stork storm stormy story
        stove stow strain strand straw stray streak stream street stress strict stride strike string stripe
        strive strobe stroll strong strum strung strut stub stuck studio study stuff stuffy stump stung stunt
        sturdy style stylus submit subset subtle subtly suburb subway such sudden suds suede suffix sugar
        sugary suit sulk summer summit summon sun sundae sung sunhat sunk sunken sunlit sunny sunset suntan
        super superb supper supply sure surely surf surfer surge survey sushi swam swamp swampy swan swap
        swarm swatch sway sweep sweet swell swept swerve swift swim swing swipe swirl swish switch swivel
        swoop swum swung symbol syntax syrup syrupy system
        tab tabby table tablet tack tackle taco tact tactic taffy tag tail tailor take taken taker talent talk
        talker tall taller tally talon tame tamer tan tandem tangle tango tangy tanker tap tape tapir target
        tarmac tarp task tassel taste taster tasty taught tawny tax taxi tea teach teacup teak teal team
        teapot tear teddy teeth tell teller temper tempo ten tenant tend tender tennis tenor tense tent tenth
        term test tester tether text thank that thatch thaw the them theme then theory there these thesis they
        thick thin think third thirst thirty this thorn thorny those though thread three thrift thrill thrive
        throne throw thud thumb thump thus thwart tiara tick ticket tickle tidal tide tidier tidy tie tiger
        tights tile till tilt timber time timely timer timid tin tingle tinsel tint tiny tip tiptoe tiptop
        tired tiring tissue title toad toast toasty today toe toffee tofu toga toggle toil token told tomato
        ton tone toner tongs tonic took tool tooth toothy top topaz topic topple torch torn toss total tote
        toucan tough tour toward towel tower towing town toy trace tracer track trade trader trail train trait
        tram trap trash travel trawl tray tread treat treaty treble tree trek tremor trench trend trendy trial
        trick tricky trifle trim trio trip triple tripod trivia troop trophy tropic trot trough trout trowel
        truce truck trudge true truly trunk trust trusty truth try tub tuba tube tuck tuft tug tulip tumble
        tummy tuna tundra tune tuner tunic tunnel turbo turf turn turner turnip turret turtle tusk tussle
        tutor tutu tuxedo tweed tweet twelve twenty twice twig twin twine twirl twist twitch two tycoon tying
        type typist
        ultra umpire unable unbend unbolt unbox uncle unclip unclog uncoil uncork under undid undo undone
        unease uneasy uneven unfair unfold unfurl unhook unhurt unify union unique unison unit unite unity
        unjust unkind unlace unless unlike unlit unload unlock unmade unmask unpack unpaid unpick unpin unplug
        unread unreal unripe unroll unruly unsafe unsaid unseal unseen unsent unsold unsure untidy untie until
        untold untrue unused unwind unwise unwrap unzip upbeat update upend uphill uphold upkeep upland uplift
        upload upon upper uproar uproot upset upside uptake uptime uptown upturn upward upwind urban urchin
        urge urgent usable usage use useful user usher usual utmost utter
        vacant vacate vacuum vague valet valid valley value valve van vane vanish vanity varied vase vast
        vastly vat vault vector veer vegan veggie velvet vendor vent venue verb verbal verge verify verse
        versus vertex very vessel vest vet veto viable vibe video view viewer villa vine vinyl viola violet
        violin viper virtue visa vision visit visor vista visual vital vivid vocal voice void vole volley volt
        volume vortex vouch vow vowel voyage
        wacky wad waddle wade wader wafer waffle waft wag wage wager wagon waist wait waiter wake waken walk
        walker wall wallet wallow walnut walrus waltz wand wander want warble ward warden warm warmer warmly
        warmth warn warp wary was wash washer wasp watch water watery wave wavy wax waxy way wealth wear weary
        weave weaver web wedge week weekly weird weld welder well went were west whale wharf what wheat wheel
        when where which whiff while whim whimsy whirl whisk who whole whom whose why wick wicker wide widely
        widen widest widget width wife wig wiggle wild wildly will willow wilt win wince winch wind window
        windy wing winger wink winner winter wipe wiper wire wiry wisdom wise wisely wish wisp wispy with
        within witty wizard wobble wobbly wok wolf woman wombat wonder wonky wonton wood wooden wool word
        wordy work worker world worm worn worry worse worsen worst worth worthy woven wrap wreath wreck wren
        wrench wrist writer wrong wrote
        yacht yak yam yap yard yarn yawn year yearly yearn yell yellow yelp yes yet yeti yield yodel yoga yolk
        you your youth yummy
        zany zap zeal zebra zenith zero zest zesty zigzag zinc zing zip zipper zippy zone zoo zoom
        """
    }
}
